import { execFile } from 'node:child_process';

/**
 * Tells systemd about this service (sd_notify(3)), by its own program: Node has no datagram sockets of the file system.
 * Does nothing outside of a unit with `NotifyAccess`.
 */
export function notifySystemd(...states: string[]): void {
  if (!process.env.NOTIFY_SOCKET) return;
  execFile('systemd-notify', states, (error) => {
    if (error) process.stderr.write(`outbound: systemd is not notified: ${error.message}\n`);
  });
}

/** Notifies the watchdog three times within `WatchdogSec`, while this process turns its event loop. */
export function startSystemdWatchdog(): void {
  const limitMs = Number(process.env.WATCHDOG_USEC ?? 0) / 1_000;
  if (limitMs > 0) setInterval(() => notifySystemd('WATCHDOG=1'), limitMs / 3).unref();
}
