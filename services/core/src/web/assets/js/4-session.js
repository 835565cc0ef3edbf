// The server is away, or the session has ended: the page keeps its text, and continues later.
async function readDrafts(subjects) {
  const query = new URLSearchParams(subjects.map((subject) => ['subject', subject]));
  try {
    const response = await fetch(`/app/drafts?${query}`, byScript);
    if (response.status === 401) askToSignIn();
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

function saveAll() {
  for (const [subject, draft] of drafts) if (draft.fields) save(subject);
}

function showOffline(isAway) {
  const shown = document.querySelector('[data-offline]');
  if (!isAway) return shown?.remove();
  if (shown) return;
  const text = 'Offline. Your text is kept in this browser and saved when the connection returns.';
  const line = made('p', { className: 'line note' }, made('span', { textContent: text }));
  line.dataset.offline = '';
  line.setAttribute('role', 'status');
  document.querySelector('.lines')?.append(line);
}

/** The page's token belongs to an earlier session, or to a cookie that was deleted. */
function isExpiredForm(response) {
  return response?.headers.get('x-form-expired') === 'true';
}

async function renewTokens() {
  const answer = await readDrafts([]);
  if (answer?.personId === person) useToken(answer.csrf);
}

function useToken(csrf) {
  for (const field of document.querySelectorAll('[name=_csrf]')) field.value = csrf;
}

// A session that has ended is renewed in another window, and what was asked for is repeated.
const repeats = [];
function askToSignIn(repeat) {
  if (repeat) repeats.push(repeat);
  if (document.querySelector('dialog.signed-out')) return;
  const link = made('a', { className: 'btn primary', href: '/app/sign-in', target: '_blank', textContent: 'Sign in' });
  const dialog = made(
    'dialog',
    { className: 'dialog signed-out' },
    made('h2', { textContent: 'You were signed out' }),
    made('p', { textContent: 'Sign in again; your text is kept. This page then continues.' }),
    made('p', { className: 'actions' }, link),
  );
  document.body.append(dialog);
  // Whoever is typing keeps typing in the same place.
  const { activeElement } = document;
  dialog.show();
  activeElement?.focus({ preventScroll: true });
  const look = async () => {
    const answer = await readDrafts([]);
    if (answer === undefined) return setTimeout(look, retryMs);
    // Someone else has signed in: this page is not theirs.
    if (answer.personId !== person) return location.reload();
    dialog.remove();
    useToken(answer.csrf);
    saveAll();
    for (const again of repeats.splice(0)) again();
    showDrafts();
  };
  setTimeout(look, retryMs);
}

document.addEventListener('htmx:before:swap', (event) => {
  const { sourceElement, response } = event.detail?.ctx ?? {};
  const again = () => (sourceElement.matches('form') ? sourceElement.requestSubmit() : sourceElement.click());
  if (response?.status === 401) askToSignIn(again);
  else if (isExpiredForm(response?.raw)) renewTokens().then(again);
  else if (response?.status >= 500) showOffline(true);
  else return;
  event.preventDefault();
});

window.addEventListener('online', saveAll);
