// Pages of what happens follow it; without script a reload does. What somebody is typing in is left alone.
const live = document.querySelector('main[data-live]');
const mayNotify = 'Notification' in window && document.querySelector('nav') !== null;
const lastNotified = 'outbound-last-notification';

if (live || (mayNotify && Notification.permission === 'granted')) {
  const events = new EventSource(`/app/live?after=${localStorage.getItem(lastNotified) ?? ''}`);
  if (live) {
    events.addEventListener('message', () => followPage(live));
    // What happened between the page and the connection, or while that was gone, was said to nobody.
    events.addEventListener('open', () => followPage(live));
  }
  events.addEventListener('notification', (event) => notify(event.lastEventId, JSON.parse(event.data)));
}

/** What somebody types, has opened to fill in, or is choosing from. */
function isInUse(page) {
  const { activeElement } = document;
  const typing = 'input:not([type=checkbox], [type=hidden]), textarea, select';
  if (page.contains(activeElement) && activeElement.matches(typing)) return true;
  if (page.querySelector('details[open] form, details.menu[open]')) return true;
  return [...page.querySelectorAll('input:not([type=checkbox], [type=radio]), textarea')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  );
}

const nameOf = (element) => element.href ?? `${element.name}=${element.value} ${element.textContent}`;
const [tickable, focusable] = ['input[type=checkbox]', 'a, button, input, summary, [tabindex]'];
let later;
let isFollowing = false;
let isStale = false;

/** One look at a time: an older answer must not come after a newer one. */
async function followPage(page) {
  isStale = true;
  if (isFollowing) return;
  isFollowing = true;
  try {
    while (isStale) {
      isStale = false;
      await showFresh(page);
    }
  } finally {
    isFollowing = false;
  }
}

/** The page as it is now; what was ticked, opened and in focus stays so. */
async function showFresh(page) {
  clearTimeout(later);
  const response = isInUse(page) ? null : await fetch(location.href);
  if (response === null || isInUse(page)) {
    later = setTimeout(() => followPage(page), 2_000);
    return;
  }
  if (!response.ok || response.redirected) return;
  const whole = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = whole.querySelector('main');
  if (!fresh) return;
  const ticked = [...page.querySelectorAll(tickable)].filter(({ checked }) => checked).map(nameOf);
  const opened = [...page.querySelectorAll('details[open] > summary')].map(nameOf);
  const focused = page.contains(document.activeElement) && nameOf(document.activeElement);
  page.replaceChildren(...fresh.childNodes);
  for (const box of page.querySelectorAll(tickable)) if (ticked.includes(nameOf(box))) box.checked = true;
  for (const head of page.querySelectorAll('details > summary'))
    if (opened.includes(nameOf(head))) head.parentElement.open = true;
  if (focused) [...page.querySelectorAll(focusable)].find((element) => nameOf(element) === focused)?.focus();
  followCounts(whole);
  showLocalTimes();
  prepareControls(page);
}

/** What waits, beside the places of the navigation. */
function followCounts(whole) {
  for (const place of document.querySelectorAll('.nav > a')) {
    const now = whole.querySelector(`.nav > a[href="${place.getAttribute('href')}"]`);
    if (now) place.replaceChildren(...now.childNodes);
  }
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
