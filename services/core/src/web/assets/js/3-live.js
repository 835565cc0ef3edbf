// Pages of work follow what happens; without script a reload does. Text that somebody is typing is left alone.
const mayNotify = 'Notification' in window && document.querySelector('nav') !== null;
const lastNotified = 'outbound-last-notification';
const liveMain = () => document.querySelector('main[data-live]');

if (liveMain() || (mayNotify && Notification.permission === 'granted')) {
  const events = new EventSource(`/app/live?after=${localStorage.getItem(lastNotified) ?? ''}`);
  events.addEventListener('message', followPage);
  // Changes between the page and the connection, or while that was gone, were announced to nobody.
  events.addEventListener('open', followPage);
  events.addEventListener('notification', (event) => notify(event.lastEventId, JSON.parse(event.data)));
}

/** True while somebody types, has something open to fill in, or has selected rows. */
function isInUse(page) {
  const { activeElement } = document;
  const typing = 'input:not([type=checkbox], [type=hidden]), textarea, select';
  if (page.contains(activeElement) && activeElement.matches(typing)) return true;
  if (page.querySelector('details[open] form, [popover]:popover-open')) return true;
  return [...page.querySelectorAll('input:not([type=checkbox], [type=radio]), textarea')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  );
}

let later;

/** Asks htmx for the page as it is now; it changes only the parts that differ. */
function followPage() {
  clearTimeout(later);
  const page = liveMain();
  if (!page) return;
  if (isInUse(page)) later = setTimeout(followPage, 2_000);
  else page.dispatchEvent(new Event('stale'));
}
let selected = [];
document.addEventListener('htmx:before:swap', (event) => {
  const page = liveMain();
  // Somebody began to type, or opened a menu, while the page was on its way.
  if (event.target === page && isInUse(page)) {
    event.preventDefault();
    later = setTimeout(followPage, 2_000);
    return;
  }
  selected = [...document.querySelectorAll('main input[type=checkbox]:checked')].map(nameOf);
});
document.addEventListener('htmx:after:swap', () => {
  const page = liveMain();
  if (!page) return;
  for (const box of page.querySelectorAll('input[type=checkbox]'))
    if (selected.includes(nameOf(box))) box.checked = true;
  showLocalTimes();
  prepareControls(page);
});
const nameOf = ({ name, value }) => `${name}=${value}`;

/** Several open pages announce it under one tag, which the browser shows once. */
function notify(id, { title, text, href }) {
  if (!mayNotify || Notification.permission !== 'granted' || id <= (localStorage.getItem(lastNotified) ?? '')) return;
  localStorage.setItem(lastNotified, id);
  const shown = new Notification(title, { body: text, tag: id, icon: '/app/assets/icon.svg' });
  shown.addEventListener('click', () => {
    window.focus();
    location.href = href;
  });
}

// Browsers ask for the permission only after a click.
const notifyPart = document.querySelector('[data-notify]');
if (notifyPart && mayNotify) {
  const show = () => {
    for (const part of notifyPart.querySelectorAll('[data-permission]'))
      part.hidden = part.dataset.permission !== Notification.permission;
  };
  notifyPart.querySelector('button').addEventListener('click', async () => {
    await Notification.requestPermission();
    show();
  });
  show();
}
