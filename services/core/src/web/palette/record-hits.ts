import { runReadNamed } from '../do/run-read.ts';
import type { WebContext, WebDeps } from '../frame/web-deps.ts';
import { bestOf, noMatch, type RankedHit, rankOf } from './rank.ts';

type Data = Record<string, unknown>;

/** Records shown per kind. */
const shownMax = 5;
/** Records of a kind that the API does not search, which are compared by name. */
const comparedMax = 100;

interface Kind {
  read: string;
  icon: string;
  path: string;
  /** True if the read takes `q`. Its matches may be in texts that are not shown. */
  isSearched: boolean;
  isPaged?: boolean;
  text: (one: Data) => unknown;
  note: (one: Data) => unknown;
}

const kinds: readonly Kind[] = [
  {
    read: 'list_contacts',
    icon: 'users',
    path: 'contacts',
    isSearched: true,
    text: ({ fullName, email }) => fullName || email || 'Unnamed contact',
    note: ({ companyName }) => companyName ?? 'Contact',
  },
  {
    read: 'list_companies',
    icon: 'building-2',
    path: 'companies',
    isSearched: true,
    text: ({ name, domain }) => name || domain || 'Unnamed company',
    note: () => 'Company',
  },
  {
    read: 'list_campaigns',
    icon: 'send',
    path: 'campaigns',
    isSearched: true,
    text: ({ name }) => name,
    note: () => 'Campaign',
  },
  {
    read: 'list_lists',
    icon: 'list',
    path: 'lists',
    isSearched: false,
    isPaged: true,
    text: ({ name }) => name,
    note: () => 'List',
  },
  {
    read: 'list_replies',
    icon: 'inbox',
    path: 'replies',
    isSearched: true,
    text: ({ fromName, fromAddress }) => fromName || fromAddress,
    note: ({ subject }) => subject || 'Reply',
  },
  {
    read: 'list_mailboxes',
    icon: 'mail',
    path: 'mailboxes',
    isSearched: false,
    text: ({ address }) => address,
    note: () => 'Mailbox',
  },
];

/** Records that match, the best first, at most five of a kind. */
export async function recordHits(
  ctx: WebContext,
  deps: WebDeps,
  search: string,
  { onlyPeople = false } = {},
): Promise<RankedHit[]> {
  const wanted = onlyPeople ? kinds.slice(0, 1) : kinds;
  const found = await Promise.all(wanted.map((kind) => hitsOf(ctx, deps, kind, search)));
  return bestOf(found.flat());
}

async function hitsOf(ctx: WebContext, deps: WebDeps, kind: Kind, search: string): Promise<RankedHit[]> {
  const { read, icon, path, isSearched, isPaged, text, note } = kind;
  const input = { ...(isSearched ? { q: search, limit: shownMax } : isPaged && { limit: comparedMax }) };
  const { data } = await runReadNamed(ctx, deps, read, input);
  const hits = (data as Data[]).map((one) => {
    const rank = rankOf(search, String(text(one)), String(one.email ?? one.domain ?? one.fromAddress ?? ''));
    return {
      href: `/app/${path}/${one.id}`,
      icon,
      text: String(text(one)),
      note: String(note(one)),
      rank: isSearched ? Math.min(rank, noMatch - 1) : rank,
    };
  });
  return bestOf(hits, shownMax);
}
