import { constants } from 'node:os';
import { aliveMessage, stoppingMessage } from './messages.ts';

// Loaded into each part before its own code. The channel to the launcher closes when the launcher is gone, however it
// went: the part then stops as it does on SIGTERM, or at the latest after `stopMs`. A part that does not come to it,
// because it is frozen or busy, is ended by the next start (end-left-parts.ts).
const stopMs = 3_500;
const beatMs = 1_000;
const endedBySigterm = 128 + constants.signals.SIGTERM;

if (process.connected) {
  // Before the part closes anything, the launcher learns that it has to send it no more requests.
  process.on('SIGTERM', () => {
    if (process.listenerCount('SIGTERM') === 1) process.exit(endedBySigterm);
    if (process.connected) process.send!(stoppingMessage);
  });
  process.once('disconnect', () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), stopMs);
    process.kill(process.pid, 'SIGTERM');
  });
  // A part that hangs in a loop, in a native call, or on a disk does not come to this: its launcher replaces it.
  setInterval(() => {
    if (process.connected) process.send!(aliveMessage, () => {});
  }, beatMs).unref();
  // The channel alone keeps no process alive.
  process.channel?.unref();
}
