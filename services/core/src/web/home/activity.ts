import { listAudit } from '../../actions/events/audit/list-audit.ts';
import { listEvents } from '../../actions/events/list-events.ts';
import { namesOfRecords } from '../../engine/names/names-of-records.ts';
import { memberIn } from '../chain/load-visitor.ts';
import { readAction } from '../do/perform-action.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { actionNamed } from '../shown/record-types.ts';
import { stateLook } from '../shown/states.ts';
import { wordsOf } from '../shown/words.ts';

const readMax = 100;
const shownMax = 8;
const hourMs = 3_600_000;

/** Signing in and out is not work. */
const notWork = /^(sign|second_step|passkey|password|session)/;

interface Happening {
  /** The same within an hour becomes one line. */
  kind: string;
  at: string;
  /** Name before the text, of someone who wrote. */
  who: string;
  /** Name after it, of the person or agent who did it. */
  by?: string;
  text: string;
  /** Several of them in words. */
  several: (count: number) => string;
  result: string;
  href?: string;
}

interface Line extends Happening {
  count: number;
}

/** Last activity of people, agents, and recipients. The same work within an hour is one line with its number. */
export async function recentActivity(ctx: WebContext, deps: WebDeps): Promise<Line[]> {
  const replies = await readAction(ctx, deps, listEvents, { type: 'reply.received', limit: shownMax });
  const sent = await readAction(ctx, deps, listEvents, { type: 'message.sent', limit: readMax });
  const audit = await readAction(ctx, deps, listAudit, { limit: readMax });
  const people = replies.flatMap(({ data }) => (typeof data.contactId === 'string' ? [data.contactId] : []));
  const names = await namesOfRecords(memberIn(ctx).workspace.id, people);
  const all = [
    ...replies.map((one) => ofReply(one, names)),
    ...sent.map(({ timestamp }) => ofSent(timestamp)),
    ...audit.filter(({ action }) => !notWork.test(action)).map(ofAudit),
  ].toSorted((one, other) => (one.at < other.at ? 1 : -1));
  return byHour(all).slice(0, shownMax);
}

function byHour(all: readonly Happening[]): Line[] {
  const lines = new Map<string, Line>();
  for (const one of all) {
    const key = `${Math.floor(Date.parse(one.at) / hourMs)} ${one.kind}`;
    const line = lines.get(key);
    if (line === undefined) lines.set(key, { ...one, count: 1 });
    else lines.set(key, { ...line, count: line.count + 1, text: line.several(line.count + 1) });
  }
  return [...lines.values()];
}

type Event = Awaited<ReturnType<typeof listEvents.run>>['data'][number];
type Entry = Awaited<ReturnType<typeof listAudit.run>>['data'][number];

function ofReply({ id, timestamp, subjectId, data }: Event, names: ReadonlyMap<string, string>): Happening {
  const { contactId, class: name } = data as Record<string, string | undefined>;
  const { word } = stateLook(String(name), 'class');
  return {
    kind: id,
    at: timestamp,
    who: names.get(contactId ?? '') ?? 'Someone',
    text: `replied: ${word}`,
    several: (count) => `replied ${count} times`,
    result: 'ok',
    href: `/app/replies/${subjectId}`,
  };
}

function ofSent(at: string): Happening {
  return {
    kind: 'sent',
    at,
    who: '',
    text: '1 message sent',
    several: (count) => `${count} messages sent`,
    result: 'ok',
    href: '/app/messages',
  };
}

function ofAudit({ action, actor, result, summary, createdAt }: Entry): Happening {
  const title = actionNamed(action)?.title ?? wordsOf(action);
  const several = (count: number) => `${title}: ${count} times`;
  return {
    kind: `${action} ${actor.id} ${result}`,
    at: createdAt,
    who: '',
    by: actor.name,
    text: summary || title,
    several,
    result,
  };
}
