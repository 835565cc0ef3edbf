// Everything works without this file; it saves a few clicks.

/** Called again for what a live page has brought. */
function prepareControls(root) {
  for (const button of root.querySelectorAll('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      const label = button.textContent;
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = label;
      }, 1500);
    });
  }

  for (const form of root.querySelectorAll('form[data-confirm]')) {
    form.addEventListener('submit', (event) => {
      if (!window.confirm(form.dataset.confirm)) event.preventDefault();
    });
  }

  for (const button of root.querySelectorAll('[data-preset]')) {
    button.addEventListener('click', (event) => {
      event.preventDefault();
      const kinds = button.dataset.preset.split(' ');
      for (const box of button.form.querySelectorAll('[data-kind]')) box.checked = kinds.includes(box.dataset.kind);
    });
  }

  for (const button of root.querySelectorAll('[data-tick]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      for (const box of document.querySelectorAll(`input[type=checkbox][form=${button.dataset.tick}]`))
        box.checked = true;
    });
  }
}
prepareControls(document);

// A long form that was refused begins where something is to be mended.
document.querySelector('main :is(input, select, textarea)[aria-invalid=true]')?.focus();

// A key is shown once: reloading its page must not create another one.
const shownOnce = document.querySelector('[data-replace-address]');
if (shownOnce) history.replaceState(null, '', shownOnce.dataset.replaceAddress);

document.addEventListener('click', (event) => {
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

/** "in 3 days" says more than "in 72 hours". */
function inUnits(minutes) {
  if (Math.abs(minutes) < 90) return [minutes, 'minute'];
  return Math.abs(minutes) < 48 * 60 ? [Math.round(minutes / 60), 'hour'] : [Math.round(minutes / 1_440), 'day'];
}

// The server writes times in UTC; here they are shown in the reader's zone, and near ones in words.
function showLocalTimes() {
  const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const near = new Intl.DateTimeFormat(undefined, { weekday: 'long', hour: '2-digit', minute: '2-digit' });
  const words = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
  for (const time of document.querySelectorAll('time[datetime]:not([title])')) {
    const at = new Date(time.dateTime);
    const minutes = Math.round((at - Date.now()) / 60_000);
    const isNear = Math.abs(minutes) < 6 * 24 * 60;
    const [count, unit] = inUnits(minutes);
    time.title = time.textContent;
    time.textContent = isNear ? `${near.format(at)}, ${words.format(count, unit)}` : local.format(at);
  }
}
showLocalTimes();

// A closed menu follows Escape, and gives the focus back to what opened it.
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    for (const menu of document.querySelectorAll('details.menu[open]')) {
      menu.open = false;
      menu.querySelector('summary').focus();
    }
  }
});
