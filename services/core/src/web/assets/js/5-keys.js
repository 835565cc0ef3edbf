// Keys of the page: what has data-key is clicked or focused. Inside an open menu, its own keys come first. In a list of
// rows, j and k open the next and the previous one. "g" waits for the letter of a page.
const areKeysOff = () => document.documentElement.dataset.keys === 'off';
let firstKey;

function keyedOutsideMenus(key) {
  return [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)].find((one) => !one.closest('[popover]'));
}

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    const form = target.closest?.('form.composer');
    if (!form) return;
    event.preventDefault();
    return form.requestSubmit(form.querySelector('[data-send]'));
  }
  if (document.querySelector('dialog[open]') || event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = target.matches('input:not([type=checkbox], [type=radio]), textarea, select');
  if (isTyping) {
    if (key === 'Escape' && !target.closest('[popover]')) leaveField(target);
    return;
  }
  if (areKeysOff() && key !== 'Escape') return;
  const act = actionOf(key);
  if (!act) return;
  event.preventDefault();
  act();
});

/** What a key does here. */
function actionOf(key) {
  const sequence = firstKey && `${firstKey} ${key}`;
  firstKey = undefined;
  const menu = document.querySelector('[popover]:popover-open:not(.drawer)');
  if (menu) return pressing(menu.querySelector(`[data-key="${CSS.escape(key)}"]`));
  if (sequence === 'g b') return changeSidebar;
  if (sequence) return pressing(keyedOutsideMenus(sequence));
  if (key === 'g') return () => (firstKey = key);
  if (key === '?') return showKeys;
  return (
    pressing(keyedOutsideMenus(key) ?? rowBy(key)) ??
    tableBy(key) ??
    pressing(inClosedMenu(key)) ??
    (key === '/' && openPalette)
  );
}

function pressing(found) {
  if (!found) return undefined;
  return () => (found.matches('textarea, input:not([type=checkbox])') ? found.focus() : found.click());
}

function openPalette() {
  document.querySelector('[data-palette]')?.click();
}

/** The rows are the way back from a field. */
function leaveField(field) {
  field.blur();
  document.querySelector('[data-row][aria-current] a')?.focus({ preventScroll: true });
}

/** Without an open row, j opens the first one; x selects the open one. */
function rowBy(key) {
  if (key === 'x') return document.querySelector('[data-row][aria-current] [type=checkbox]');
  if (key !== 'j' && key !== 'k') return undefined;
  const rows = [...document.querySelectorAll('[data-row]')];
  const at = rows.findIndex((row) => row.matches('[aria-current]') || row.contains(document.activeElement));
  const next = key === 'j' ? Math.min(at + 1, rows.length - 1) : Math.max(at - 1, 0);
  return rows[next]?.querySelector('a');
}

let rowBeside;
const steps = { j: 1, J: 1, ArrowDown: 1, k: -1, K: -1, ArrowUp: -1 };

/** In a table, keys move the focus, select rows, and show the record of a row beside the table. */
function tableBy(key) {
  const drawer = document.querySelector('.drawer:popover-open');
  if (key === 'Escape') return drawer && (() => hideDrawer(drawer));
  const rows = tableRows();
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const step = steps[key];
  // Arrows scroll the page until a row has the focus.
  if (step && rows.length > 0 && (at !== -1 || key === 'j' || key === 'k')) {
    const row = rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
    return () => moveTo(row, key === 'J' || key === 'K', drawer);
  }
  if (at === -1) return undefined;
  if (key === 'x') return pressing(rows[at].querySelector('[type=checkbox]'));
  // Space still checks a checkbox and presses a button.
  return key === ' ' && document.activeElement.matches('a') ? showBeside(rows[at]) : undefined;
}

function tableRows() {
  return [...document.querySelectorAll('.table.rows tbody tr:has(.name a)')];
}

function moveTo(row, isSelected, drawer) {
  const box = row.querySelector('[type=checkbox]');
  if (isSelected && box && !box.checked) box.click();
  row.querySelector('.name a').focus();
  if (drawer) showBeside(row)?.();
}

/** The record in the drawer. On a narrow window, its page opens. */
function showBeside(row) {
  const drawer = document.querySelector('.drawer[data-record]');
  if (!drawer) return undefined;
  const link = row.querySelector('.name a');
  if (matchMedia('(width <= 1000px)').matches) return () => link.click();
  return async () => {
    rowBeside = row;
    const response = await fetch(`${link.pathname}?drawer=1`, { headers: { 'HX-Request': 'true' } });
    const html = await response.text();
    // Another row, or none, can be wanted by now.
    if (!response.ok || rowBeside !== row) return;
    drawer.innerHTML = html;
    if (!drawer.matches(':popover-open')) drawer.showPopover();
  };
}

function hideDrawer(drawer) {
  rowBeside = undefined;
  drawer.hidePopover();
}

/** Keys of the menu of further actions work without opening it. Numbers belong to the menu that is open. */
function inClosedMenu(key) {
  return /^\d$/.test(key) ? undefined : document.querySelector(`[popover] [data-key="${CSS.escape(key)}"]`);
}

/** Only icons, or words too. Kept as a preference, as on the profile page. */
function changeSidebar() {
  const { dataset } = document.documentElement;
  const sidebar = dataset.sidebar === 'icons' ? 'full' : 'icons';
  dataset.sidebar = sidebar;
  const _csrf = document.querySelector('[name=_csrf]').value;
  fetch('/app/profile', { method: 'POST', body: new URLSearchParams({ _csrf, sidebar }) });
}

const shownKeys = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Enter: '↵', Control: 'Ctrl' };
const rowKeys = [
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['x', 'Select the row'],
];

const tableKeys = [
  ...rowKeys,
  ['J', 'Select further rows'],
  ['Enter', 'Open the row'],
  ['Space', 'Show the row beside the table'],
];

/** The list of keys names what this page has, so it needs no list of its own. */
function showKeys() {
  const dialog = document.querySelector('#keys');
  const keysIn = (selector) => {
    const keyed = [...document.querySelectorAll(`${selector} :is([data-key], [aria-keyshortcuts])`)].filter(
      (one) => !/^\d$/.test(keyOf(one)),
    );
    return new Map(keyed.map((one) => [keyOf(one), nameOfControl(one)]));
  };
  const here = keysIn('#main');
  const ofRows = document.querySelector('[data-row]') ? rowKeys : tableRows().length > 0 ? tableKeys : [];
  for (const [key, name] of ofRows) if (!here.has(key)) here.set(key, name);
  const everywhere = keysIn('.side').set('g b', 'Sidebar with icons only').set('?', 'This list');
  if (!here.has('/')) everywhere.set('/', 'Search');
  const lists = [
    ['On this page', here],
    ['Everywhere', everywhere],
  ].filter(([, keys]) => keys.size > 0);
  dialog.querySelector('[data-keys-here]').replaceChildren(...lists.map(([title, keys]) => keyList(title, keys)));
  dialog.showModal();
}

const keyOf = (control) => control.dataset.key ?? control.getAttribute('aria-keyshortcuts');

/** The name of a control, without its key. */
function nameOfControl(control) {
  const name = control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent;
  if (name) return name.trim();
  const copy = control.cloneNode(true);
  for (const one of copy.querySelectorAll('kbd, .count, .sr')) one.remove();
  return copy.textContent.trim();
}

function keyList(title, keys) {
  const kbd = (key) => made('kbd', { textContent: shownKeys[key] ?? key });
  const pairs = [...keys].flatMap(([key, name]) => [
    made('dt', {}, ...key.split(/[ +]/).map(kbd)),
    made('dd', { textContent: name }),
  ]);
  return made('section', {}, made('h3', { textContent: title }), made('dl', {}, ...pairs));
}
