// Loaded into each part before its own code. The channel to the launcher closes when the launcher is gone, however it
// went: the part then stops as it does on SIGTERM, or at the latest after `stopMs`. A part that does not come to it,
// because it is frozen or busy, is ended by the next start (end-left-parts.ts).
const stopMs = 3_500;

if (process.connected) {
  process.once('disconnect', () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), stopMs);
    process.kill(process.pid, 'SIGTERM');
  });
  // The channel alone keeps no process alive.
  process.channel?.unref();
}
