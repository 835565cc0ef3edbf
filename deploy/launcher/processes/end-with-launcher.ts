import { constants } from 'node:os';
import { aliveMessage, stoppingMessage } from './messages.ts';

// Loaded into each part before its own code. The channel to the launcher closes when the launcher ends for any reason.
// The part then stops as on SIGTERM, at the latest after `stopMs`. The next start ends frozen parts
// (end-left-parts.ts).
const stopMs = 3_500;
const beatMs = 1_000;
const endedBySigterm = 128 + constants.signals.SIGTERM;

if (process.connected) {
  // Tells the launcher to send no more requests, before the part closes anything.
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
  // The channel alone must not keep the process alive.
  process.channel?.unref();
}
