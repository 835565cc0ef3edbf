// Everything works without these files; they save a few clicks.

/** Called again for the parts that a live page has loaded. */
function prepareControls(root) {
  for (const button of root.querySelectorAll('[data-copy]')) {
    button.hidden = false;
    button.onclick = async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.setAttribute('aria-label', 'Copied');
      button.lastChild.textContent = 'Copied';
    };
  }
  for (const form of root.querySelectorAll('form[data-confirm]')) {
    form.onsubmit = () => window.confirm(form.dataset.confirm);
  }
  for (const button of root.querySelectorAll('[data-preset]')) {
    button.onclick = () => {
      const kinds = button.dataset.preset.split(' ');
      for (const box of button.form.querySelectorAll('[data-kind]')) box.checked = kinds.includes(box.dataset.kind);
      return false;
    };
  }
  for (const button of root.querySelectorAll('[data-tick]')) {
    button.hidden = false;
    button.onclick = () => {
      for (const box of document.querySelectorAll(`input[type=checkbox][form=${button.dataset.tick}]`))
        box.checked = true;
    };
  }
  for (const box of root.querySelectorAll('[data-all]')) {
    box.onchange = () => {
      for (const one of box.form.querySelectorAll('[name=id]')) one.checked = box.checked;
      countSelected(box.form);
    };
  }
}
prepareControls(document);

function countSelected(form) {
  const count = form.querySelector('[data-count]');
  // Taking a row out of everything that matches leaves the rows of this page.
  form.querySelector('[name=all]')?.remove();
  if (count) count.textContent = `${form.querySelectorAll('[name=id]:checked').length} selected`;
}
document.addEventListener('change', ({ target }) => {
  if (target.name === 'id' && target.form) countSelected(target.form);
});

// A click anywhere in a row opens it; the name is its link.
document.addEventListener('click', ({ target, metaKey, ctrlKey }) => {
  const row = target.closest?.('.table tbody tr');
  if (!row || target.closest('a, button, input, label, select, summary') || String(getSelection())) return;
  const link = row.querySelector('.name > a');
  if (link && (metaKey || ctrlKey)) window.open(link.href);
  else link?.click();
});

// A long form that was rejected begins at the first field to correct.
document.querySelector('main :is(input, select, textarea)[aria-invalid=true]')?.focus();

// A key is shown once: reloading its page must not create another one.
const shownOnce = document.querySelector('[data-replace-address]');
if (shownOnce) history.replaceState(null, '', shownOnce.dataset.replaceAddress);

/** The last message that left. A refresh of the page does not show it again. */
let leftMessage = '';

/** A message leaves after 10 s, unless somebody is reading or about to use it. Its key works until the next action. */
function letMessageLeave() {
  const toast = document.querySelector('[data-toast]');
  if (!toast) return;
  const said = toast.textContent + (document.querySelector('#undo [name=token]')?.value ?? '');
  const leave = () => {
    if (toast.matches(':hover, :focus-within')) return setTimeout(leave, 1_000);
    leftMessage = said;
    toast.hidden = true;
  };
  if (said === leftMessage) toast.hidden = true;
  else setTimeout(leave, 10_000);
}
letMessageLeave();

const [minute, hour, day, week] = [1, 60, 1_440, 10_080];
const units = [
  [week, 'wk'],
  [day, 'd'],
  [hour, 'h'],
  [minute, 'min'],
];

/** "2 d" for what is past, up to four weeks; older days are dates. */
function ageOf(at) {
  const minutes = Math.floor((Date.now() - at) / 60_000);
  if (minutes < 0 || minutes >= 4 * week) return undefined;
  const [size, unit] = units.find(([size]) => minutes >= size) ?? [];
  return size === undefined ? 'now' : `${Math.floor(minutes / size)} ${unit}`;
}

// The server writes times in UTC; here they are in the reader's zone, and as ages in lists.
function showLocalTimes() {
  const full = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  const near = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
  const date = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
  const thisYear = new Date().getFullYear();
  for (const time of document.querySelectorAll('time[datetime]:not([data-local])')) {
    const at = new Date(time.dateTime);
    const isShort = 'short' in time.dataset;
    time.title = full.format(at);
    time.dataset.local = '';
    if (isShort) time.textContent = ageOf(at) ?? date.format(at);
    else time.textContent = at.getFullYear() === thisYear ? near.format(at) : full.format(at);
  }
}
showLocalTimes();
