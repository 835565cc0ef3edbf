/**
 * Calls `stop` once: on SIGTERM, on SIGINT, or after the launcher that started this process has exited. Then ends the
 * process.
 */
export function onStopSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const once = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    await stop();
    process.exit(0);
  };
  process.on('SIGTERM', once);
  process.on('SIGINT', once);
  if (process.connected) process.on('disconnect', once);
}
