import { hostname } from 'node:os';
import { installation, resumeAfter, stopSending } from '../../../store/sending/sending-stop-store.ts';
import type { EngineDeps } from '../../context/engine-deps.ts';
import { freeBytes } from './free-space.ts';

/** Free space needed to resume, as a multiple of the minimum. Prevents alternating between stopped and resumed. */
const roomFactor = 1.25;

/** Stops all sending if the disk has too little space to record sent messages. Resumes when there is space again. */
export async function watchDisk({ config, log, now }: Pick<EngineDeps, 'config' | 'log' | 'now'>): Promise<void> {
  const { dataDir, sendingFreeBytesMin: least } = config;
  const free = await freeBytes(dataDir);
  if (free === null) return;
  const megabytes = Math.round(free / 1e6);
  // Each machine lifts only the stop that its own disk caused.
  const stoppedBy = { kind: 'system', id: `disk of ${hostname()}`, name: 'Disk' } as const;
  if (free < least) {
    const note = `${megabytes} MB are left at ${dataDir} of ${hostname()}; sending needs ${Math.round(least / 1e6)} MB. Make room: it goes on by itself.`;
    const stop = await stopSending(installation, { reason: 'disk_full', note, stoppedBy, stoppedAt: now() });
    if (stop.stoppedBy.id === stoppedBy.id && stop.note === note)
      log.error({ megabytes }, 'sending stopped: the disk is nearly full');
  } else if (free >= least * roomFactor && (await resumeAfter('disk_full', stoppedBy.id)))
    log.info({ megabytes }, 'sending goes on: the disk has room again');
}
