// While a text is typed, "{" opens the variables and "/" at the start of a word the snippets. What follows narrows the
// list; Enter takes the marked line. The buttons of the toolbar open the same menus.
const suggestions = {
  '{': { menu: '#menu-variables', typed: /^\{{1,2}\s*([\w.]*)$/ },
  '/': { menu: '#menu-snippets', typed: /^\/([\p{L}\p{N} -]{0,40})$/u },
};
let suggesting;

function stopSuggesting() {
  if (!suggesting) return;
  const { menu } = suggesting;
  suggesting = undefined;
  for (const item of itemsOf(menu)) item.hidden = false;
  for (const item of menu.querySelectorAll('[data-marked]')) delete item.dataset.marked;
  if (menu.matches(':popover-open')) menu.hidePopover();
}

function itemsOf(menu) {
  return [...menu.querySelectorAll('[data-insert], [data-insert-text]')];
}

function shownItems() {
  return itemsOf(suggesting.menu).filter((item) => !item.hidden);
}

function markItem(item) {
  for (const one of itemsOf(suggesting.menu)) delete one.dataset.marked;
  if (!item) return;
  item.dataset.marked = '';
  item.scrollIntoView({ block: 'nearest' });
}

/** The list narrows to what is typed, and closes when nothing fits. */
function narrow() {
  const { field, from, menu, typed } = suggesting;
  const word = typed.exec(field.value.slice(from, field.selectionStart))?.[1].toLowerCase();
  if (word === undefined) return stopSuggesting();
  for (const item of itemsOf(menu)) item.hidden = !item.textContent.toLowerCase().includes(word);
  const [first] = shownItems();
  if (!first) return stopSuggesting();
  markItem(first);
}

function startSuggesting(field, trigger) {
  const { menu: selector, typed } = suggestions[trigger];
  const menu = document.querySelector(selector);
  if (!menu || itemsOf(menu).length === 0) return;
  const from = field.selectionStart - 1;
  if (trigger === '/' && /\S/.test(field.value.charAt(from - 1))) return;
  stopSuggesting();
  suggesting = { field, from, menu, typed };
  menu.showPopover({ source: document.querySelector(`[popovertarget="${menu.id}"]`) });
  narrow();
}

document.addEventListener('input', ({ target, data }) => {
  if (suggesting?.field === target) narrow();
  const isText = target.matches?.('form.editor #body, form.editor #subject');
  if (!suggesting && isText && (data === '{' || (data === '/' && target.id === 'body'))) startSuggesting(target, data);
});

document.addEventListener(
  'keydown',
  (event) => {
    if (!suggesting || event.target !== suggesting.field) return;
    const { key } = event;
    const shown = shownItems();
    const at = shown.findIndex((item) => 'marked' in item.dataset);
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      markItem(shown[(at + (key === 'ArrowDown' ? 1 : -1) + shown.length) % shown.length]);
    } else if (key === 'Enter' || key === 'Tab') {
      const { field, from } = suggesting;
      field.setSelectionRange(from, field.selectionStart);
      shown[at]?.click();
      stopSuggesting();
    } else if (key === 'Escape') stopSuggesting();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
/** A line that is clicked replaces what was typed, too. */
document.addEventListener('mousedown', (event) => {
  if (!suggesting?.menu.contains(event.target)) return;
  event.preventDefault();
  suggesting.field.setSelectionRange(suggesting.from, suggesting.field.selectionStart);
});
document.addEventListener('focusout', ({ target, relatedTarget }) => {
  if (suggesting?.field === target && !suggesting.menu.contains(relatedTarget)) stopSuggesting();
});
