import { releaseSend, reserveSend } from '../store/campaigns/send-counter-store.ts';

/** One place under a daily cap. */
export interface Reservation {
  subjectId: string;
  day: string;
}

export interface Cap extends Reservation {
  cap: number;
}

export const releaseAll = async (workspaceId: string, reservations: Reservation[]): Promise<void> => {
  for (const { subjectId, day } of reservations) await releaseSend(workspaceId, subjectId, day);
};

/** Takes a place under each of the caps, or under none: then answers which one is full. */
export const reserveAll = async (
  workspaceId: string,
  caps: Cap[],
  now: Date,
): Promise<{ reservations: Reservation[]; full: Cap | null }> => {
  const reservations: Reservation[] = [];
  for (const cap of caps) {
    const isReserved = await reserveSend(workspaceId, cap.subjectId, cap.day, cap.cap, now);
    if (isReserved) {
      reservations.push({ subjectId: cap.subjectId, day: cap.day });
      continue;
    }
    await releaseAll(workspaceId, reservations);
    return { reservations: [], full: cap };
  }
  return { reservations, full: null };
};
