import { type Group, type Place, settings, side } from './places.ts';

const settingsPlaces = settings.flatMap(({ places }) => places);

/** The end of the sidebar. The settings entry is also current on the individual settings pages. */
const end: readonly Place[] = [
  { href: '/app/sandbox', text: 'Sandbox', icon: 'flask-conical' },
  { href: '/app/agents', text: 'Agents', icon: 'bot' },
  {
    href: '/app/settings',
    text: 'Settings',
    icon: 'settings-2',
    key: 'g s',
    also: settingsPlaces.flatMap(addressesOf),
  },
];

/** Every page with a place in the navigation, and the pages reached from one of them. */
export const allPlaces: readonly string[] = [
  ...new Set([...side.flatMap(({ places }) => places), ...end, ...settingsPlaces].flatMap(({ href }) => href)),
  '/app/messages',
  '/app/enrollments',
  '/app/searches',
  '/app/commands',
  '/app/search',
  '/app/menu',
  '/app/settings/all',
];

/** Pages that update while they are open. */
const live = ['/app/inbox', '/app/replies', '/app/approvals', '/app/jobs', '/app/campaigns'];

/** Number of pending items at a place, by path. */
export type PlaceCounts = Readonly<Record<string, string>>;

/** Places whose count needs this person's action. Other counts only inform. */
const due = new Set(['/app/inbox', '/app/approvals']);

/** The navigation as a page at this path shows it. */
export function navigationAt(path: string, counts: PlaceCounts = {}) {
  const mark = (place: Place) => ({
    ...place,
    isHere: isAt(place, path),
    count: counts[place.href],
    isDue: due.has(place.href) && counts[place.href] !== undefined,
  });
  const marked = ({ title, places }: Group) => ({ title, places: places.map(mark) });
  return {
    side: side.map(marked),
    end: end.map(mark),
    settings: settings.map(marked),
    isInSettings: settingsPlaces.some((place) => isAt(place, path)) || path === '/app/settings/all',
    isLive: live.some((href) => isIn(href, path)),
  };
}

/** The settings whose name or contents match, by group. */
export function settingsMatching(search: string) {
  const words = search.toLowerCase().split(/\s+/);
  const fits = ({ text, words: own = '' }: Place) =>
    words.every((word) => `${text} ${own}`.toLowerCase().includes(word));
  return settings
    .map(({ title, places }) => ({ title, places: places.filter(fits) }))
    .filter(({ places }) => places.length > 0);
}

/** True for a page that people open for its pending work or that tracks such work. */
export function isWatchedAt(path: string): boolean {
  return path === '/app' || live.some((href) => isIn(href, path));
}

function addressesOf({ href, also = [] }: Place): string[] {
  return [href, ...also];
}

function isAt(place: Place, path: string): boolean {
  return addressesOf(place).some((href) => isIn(href, path, place.href === '/app' || href === '/app/settings'));
}

function isIn(href: string, path: string, isExact = false): boolean {
  return path === href || (!isExact && path.startsWith(`${href}/`));
}
