// Pages of what happens follow it; without script a reload does. What somebody is typing in is left alone.
const live = document.querySelector('main[data-live]');
const mayNotify = 'Notification' in window && document.querySelector('nav') !== null;
const lastNotified = 'outbound-last-notification';

if (live || (mayNotify && Notification.permission === 'granted')) {
  const events = new EventSource(`/app/live?after=${localStorage.getItem(lastNotified) ?? ''}`);
  if (live) events.addEventListener('message', () => followPage(live));
  events.addEventListener('notification', (event) => notify(event.lastEventId, JSON.parse(event.data)));
}

async function followPage(page) {
  const isBusy = page.contains(document.activeElement) && document.activeElement.matches('input, textarea, select');
  if (isBusy || page.querySelector('details[open] form')) return;
  const response = await fetch(location.href);
  if (!response.ok || response.redirected) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main');
  if (fresh) page.replaceChildren(...fresh.childNodes);
  showLocalTimes();
}

/** Several open pages say it under one tag, which the browser shows once; a later page does not say it again. */
function notify(id, { title, text, href }) {
  if (!mayNotify || Notification.permission !== 'granted' || id <= (localStorage.getItem(lastNotified) ?? '')) return;
  localStorage.setItem(lastNotified, id);
  const shown = new Notification(title, { body: text, tag: id, icon: '/app/assets/icon.svg' });
  shown.addEventListener('click', () => {
    window.focus();
    location.href = href;
  });
}

// Browsers ask for the permission after a click alone.
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
