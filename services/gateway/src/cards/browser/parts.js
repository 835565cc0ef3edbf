// Parts of the cards. Every text goes in as text, never as markup.
import { ask, guarded, hostCan } from './host.js';

const { baseUrl } = document.documentElement.dataset;
const place = document.querySelector('main');

export function part(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children.flat().filter((child) => child !== false && (child ?? '') !== ''));
  return element;
}

export function show(...children) {
  place.replaceChildren(...children.filter((child) => child instanceof Node));
}

export function showNote(text) {
  show(part('p', 'quiet', text));
}

/** Text of a field that may be marked as foreign. People read it without the marks, which are for models. */
export function textOf(record, name) {
  const text = record[name] ?? record.untrustedText?.[name] ?? '';
  return text.replace(/^<(untrusted-\w+)>\n([\s\S]*)\n<\/\1>$/, '$2');
}

export function count(number, one, many) {
  return `${number.toLocaleString()} ${number === 1 ? one : many}`;
}

/** The words of a name: meeting_request as Meeting request. */
export function sentence(name) {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function timeOf(text) {
  return text ? new Date(text).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }) : '';
}

export function badge(hue, text) {
  return part('span', `badge ${hue}`, text);
}

/** A list of names and values, without those that are empty. */
export function facts(pairs) {
  const shown = pairs.filter(([, value]) => value);
  return part(
    'dl',
    'facts',
    shown.map(([name, value]) => part('div', '', part('dt', '', name), part('dd', '', value))),
  );
}

/** Opens a page of the application: by the host, or as a link where the host cannot. */
export function pageLink(path, text) {
  const link = part('a', 'button', text);
  link.href = `${baseUrl}${path}`;
  link.target = '_blank';
  link.rel = 'noopener';
  link.addEventListener('click', (event) => {
    if (!hostCan.openLinks) return;
    event.preventDefault();
    void ask('ui/open-link', { url: link.href }).catch(() => link.replaceWith(part('code', '', link.href)));
  });
  return link;
}

export function button(text, run) {
  const made = part('button', 'button plain', text);
  made.type = 'button';
  made.addEventListener('click', () => void guarded(run));
  return made;
}
