// Keys of the page: what has data-key is clicked or focused. Inside an open menu, its own keys come first. In a list of
// rows, j and k open the next and the previous one.
function keyedOutsideMenus(key) {
  return [...document.querySelectorAll(`[data-key="${key}"]`)].find((one) => !one.closest('[popover]'));
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
  const menu = document.querySelector('[popover]:popover-open');
  const found = menu
    ? menu.querySelector(`[data-key="${key}"]`)
    : (keyedOutsideMenus(key) ?? rowBy(key) ?? inClosedMenu(key));
  if (!found) return;
  event.preventDefault();
  if (found.matches('textarea, input:not([type=checkbox])')) found.focus();
  else found.click();
});

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

/** Keys of the menu of further actions work without opening it. Numbers belong to the menu that is open. */
function inClosedMenu(key) {
  return /^\d$/.test(key) ? undefined : document.querySelector(`[popover] [data-key="${key}"]`);
}

// After an action of the person, the open row has the focus, or the question that the action asks. A page that only
// follows what happens keeps the notice of that action.
let isOwnRequest = false;
let notice;
document.addEventListener('htmx:before:request', ({ target }) => {
  isOwnRequest = Boolean(target.matches?.('.inbox-page a, .inbox-page form, #undo') && !target.hidden);
  if (!isOwnRequest) return;
  leftMessage = '';
  for (const menu of document.querySelectorAll('[popover]:popover-open')) menu.hidePopover();
});
document.addEventListener('htmx:before:swap', () => {
  notice = isOwnRequest ? undefined : [...document.querySelectorAll('.lines > :is([data-toast], #undo)')];
});
document.addEventListener('htmx:after:swap', () => {
  if (!isOwnRequest && !document.querySelector('[data-toast]'))
    document.querySelector('.lines')?.prepend(...(notice ?? []));
  letMessageLeave();
  if (!isOwnRequest) return;
  isOwnRequest = false;
  const question = document.querySelector('[data-focus]');
  const row = document.querySelector('[data-row][aria-current]');
  row?.scrollIntoView({ block: 'nearest' });
  (question ?? row?.querySelector('a') ?? document.querySelector('#main'))?.focus({ preventScroll: true });
});
