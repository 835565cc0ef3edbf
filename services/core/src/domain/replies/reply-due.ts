import { nextInWindow, type SendWindow, windowLeftMs, zoneOf } from '../sending/send-window.ts';
import type { ReplyClass } from './reply-classes.ts';

/** Classes to answer on the same day, before interest is lost. */
const urgent: readonly ReplyClass[] = ['meeting_request', 'interested', 'question'];
const urgentMs = 4 * 3_600_000;
const othersMs = 48 * 3_600_000;
/** A window of a few minutes a week does not reach four hours within this many openings. */
const openingsMax = 100;

interface Hours {
  window: SendWindow;
  timeZone: string;
}

/** Time by which a reply is due: 4 working hours after its arrival if its class is urgent, otherwise 2 days. */
export function dueAtOf(
  { class: replyClass, receivedAt }: { class: ReplyClass; receivedAt: Date },
  { window, timeZone }: Hours,
): Date {
  const later = new Date(receivedAt.getTime() + othersMs);
  if (!urgent.includes(replyClass)) return later;
  return afterWorking(urgentMs, receivedAt, window, zoneOf(window, null, timeZone)) ?? later;
}

/** Time after this much time inside the window, or null if the window is too short. */
function afterWorking(durationMs: number, from: Date, window: SendWindow, timeZone: string): Date | null {
  let leftMs = durationMs;
  let at: Date | null = from;
  for (let openings = 0; openings < openingsMax; openings += 1) {
    at = nextInWindow(window, at, timeZone);
    if (at === null) return null;
    const openMs = windowLeftMs(window, at, timeZone);
    if (leftMs <= openMs) return new Date(at.getTime() + leftMs);
    leftMs -= openMs;
    at = new Date(at.getTime() + openMs);
  }
  return null;
}
