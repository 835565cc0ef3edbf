// Text that somebody types is a draft until its form is saved: on the server, and in this browser until the server has
// it. So nothing ends it: no other page, reload, expired session, second window, or server that is away.
const { person } = document.body.dataset;
const draftPrefix = 'outbound-draft ';
sessionStorage.outboundTab ??= String(Math.random()).slice(2);
const tab = sessionStorage.outboundTab;
const saveAfterMs = 500;
const retryMs = 2_000;
/** Another window saves its text within this time, unless it was closed. */
const otherWindowMs = 10_000;

/** By subject: `fields` as typed, `version` as the server has it, and the save under way. */
const drafts = new Map();
/** Forms as htmx may reuse them: a form that became another one shows that one's text. */
const subjectsOfForms = new WeakMap();

function draftedForms() {
  return person ? [...document.querySelectorAll('main form')].filter(isDrafted) : [];
}

function isDrafted(form) {
  if (form.method !== 'post' || form.matches('.editor, [data-no-draft]')) return false;
  return form.querySelector('textarea') !== null && form.querySelector('[type=password]') === null;
}

/** The path of the form, and the records that it is about. */
function subjectOf(form) {
  const hidden = [...form.querySelectorAll('input[type=hidden]')].map(({ value }) => value);
  return [new URL(form.action).pathname, ...hidden.filter((value) => /^[a-z]+_[0-9A-Z]{26}$/.test(value))].join(' ');
}

function inputsOf(form) {
  return [...form.elements].filter(
    (field) =>
      field.name && !field.name.startsWith('_') && field.matches('textarea, input[type=text], input:not([type])'),
  );
}
const lastTextarea = (form) => inputsOf(form).findLast((input) => input.matches('textarea'));
const typedIn = (form) => inputsOf(form).map(({ name, value }) => ({ name, text: value }));
const savedIn = (form) => inputsOf(form).map(({ name, defaultValue }) => ({ name, text: defaultValue }));
const textsOf = (fields) =>
  fields.map(({ name, text }) => `${name}\n${text.replace(/\r\n?/g, '\n').trim()}`).join('\n\n');
const areSame = (one, other) => textsOf(one) === textsOf(other);

function fill(form, fields) {
  const left = [...fields];
  for (const input of inputsOf(form)) {
    const at = left.findIndex(({ name }) => name === input.name);
    if (at >= 0) input.value = left.splice(at, 1)[0].text;
  }
}

// What this browser keeps, per person, form, and window.
const keptKey = (subject) => `${draftPrefix}${person} ${tab} ${subject}`;

function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The browser's store is full. The server still gets the text.
  }
}

function keptBy(key) {
  return JSON.parse(localStorage.getItem(key) ?? 'null');
}

/** Text of a window that is closed and that the server never got. */
function orphanOf(subject) {
  const isOther = (key) => key.startsWith(`${draftPrefix}${person} `) && key.endsWith(` ${subject}`);
  const key = Object.keys(localStorage).find((one) => isOther(one) && one !== keptKey(subject));
  const kept = key && keptBy(key);
  return kept && Date.now() - kept.at > otherWindowMs ? { ...kept, key } : undefined;
}

function draftOf(subject) {
  if (!drafts.has(subject)) drafts.set(subject, { version: 0 });
  return drafts.get(subject);
}

function formOf(subject) {
  return draftedForms().find((form) => subjectOf(form) === subject);
}

document.addEventListener('input', ({ target }) => {
  const { form } = target;
  if (!person || !form || !isDrafted(form) || !inputsOf(form).includes(target)) return;
  const subject = subjectOf(form);
  const draft = draftOf(subject);
  draft.fields = typedIn(form);
  keep(keptKey(subject), { fields: draft.fields, version: draft.version, at: Date.now() });
  saveSoon(subject, saveAfterMs);
});

function saveSoon(subject, afterMs) {
  const draft = draftOf(subject);
  clearTimeout(draft.timer);
  draft.timer = setTimeout(() => save(subject), afterMs);
}

/** Saves the text, one request at a time. Returns true once the server has it. */
async function save(subject) {
  const draft = draftOf(subject);
  clearTimeout(draft.timer);
  while (draft.saving) await draft.saving;
  if (!draft.fields || draft.conflict) return !draft.conflict;
  draft.saving = send(subject, draft).finally(() => {
    draft.saving = undefined;
  });
  return draft.saving;
}

function saveAll() {
  for (const [subject, draft] of drafts) if (draft.fields) save(subject);
}

async function send(subject, draft) {
  const { fields, version } = draft;
  const form = formOf(subject);
  // A text like the stored one is no draft.
  const isNone = form !== undefined && areSame(fields, savedIn(form));
  const body = { _csrf: csrfToken(), subject, version, fields: JSON.stringify(isNone ? [] : fields) };
  const response = await post('/app/drafts', body);
  const isJson = response?.headers.get('content-type')?.includes('json');
  if (response?.status === 409 && isJson) {
    showConflict(subject, await response.json(), fields);
    return false;
  }
  if (!response?.ok) {
    if (response?.status === 401) askToSignIn();
    else if (isExpiredForm(response)) renewTokens().then(() => saveSoon(subject, 0));
    else if (response === undefined || response.status >= 500) {
      showOffline(true);
      saveSoon(subject, retryMs);
    } else noteAt(form, 'Kept in this browser only.');
    return false;
  }
  showOffline(false);
  draft.version = (await response.json()).version;
  if (draft.fields === fields) {
    localStorage.removeItem(keptKey(subject));
    if (form) noteAt(form, isNone ? '' : `Draft saved ${clock(Date.now())}`);
  } else saveSoon(subject, saveAfterMs);
  return true;
}

const csrfToken = () => document.querySelector('[name=_csrf]')?.value ?? '';

/** As htmx asks: a session that has ended is an error, and not the page to sign in. */
const byScript = { headers: { 'HX-Request': 'true' }, redirect: 'error' };

/** Undefined if the server does not answer. */
async function post(url, body) {
  try {
    return await fetch(url, { ...byScript, method: 'POST', body: new URLSearchParams(body) });
  } catch {
    return undefined;
  }
}

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

const clock = (at) => new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(new Date(at));

/** Shows in each form of the page what was typed into it before. */
async function showDrafts() {
  const forms = draftedForms();
  for (const form of forms) {
    const subject = subjectOf(form);
    const before = subjectsOfForms.get(form);
    if (before !== undefined && before !== subject) fill(form, savedIn(form));
    subjectsOfForms.set(form, subject);
    const typed = draftOf(subject).fields ?? keptBy(keptKey(subject))?.fields;
    if (typed && !form.contains(document.activeElement)) fill(form, typed);
  }
  const unread = [...new Set(forms.map(subjectOf))].filter((subject) => !draftOf(subject).isRead);
  if (unread.length === 0) return;
  const answer = await readDrafts(unread);
  if (answer === undefined) return;
  for (const subject of unread)
    settle(
      subject,
      answer.drafts.find((each) => each.subject === subject),
    );
}

/** Brings together what this window kept, what the server has, and what a closed window left. */
function settle(subject, stored) {
  const draft = draftOf(subject);
  const form = formOf(subject);
  if (!form || draft.isRead) return;
  draft.isRead = true;
  draft.version = stored?.version ?? 0;
  const own = keptBy(keptKey(subject));
  const typed = draft.fields ?? own?.fields;
  const shown = stored?.fields ?? savedIn(form);
  if (typed && !areSame(typed, shown)) {
    draft.fields = typed;
    if (stored && (own?.version ?? 0) !== stored.version) return showConflict(subject, stored, typed);
    return saveSoon(subject, 0);
  }
  localStorage.removeItem(keptKey(subject));
  const orphan = orphanOf(subject);
  if (orphan) localStorage.removeItem(orphan.key);
  if (orphan && !areSame(orphan.fields, shown)) {
    draft.fields = orphan.fields;
    keep(keptKey(subject), { ...orphan, version: draft.version, at: Date.now() });
    return showConflict(subject, { fields: shown, version: draft.version, savedAt: stored?.savedAt }, orphan.fields);
  }
  if (!stored || areSame(stored.fields, savedIn(form))) return;
  draft.fields = stored.fields;
  fill(form, stored.fields);
  noteAt(form, `Draft of ${clock(stored.savedAt)}`, discardButton(subject));
}

function discardButton(subject) {
  const button = made('button', { type: 'button', className: 'link', textContent: 'Discard' });
  button.addEventListener('click', () => {
    const form = formOf(subject);
    fill(form, savedIn(form));
    draftOf(subject).fields = typedIn(form);
    save(subject);
  });
  return button;
}

function made(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** A line of the form about its draft. */
function noteAt(form, text, ...more) {
  const last = form && lastTextarea(form);
  if (!last) return;
  form.querySelector('[data-draft-note]')?.remove();
  if (text === '') return;
  const note = made('p', { className: 'hint' }, text, ' ', ...more);
  note.dataset.draftNote = '';
  note.setAttribute('role', 'status');
  last.after(note);
}

// Two windows wrote different texts: both are shown, and a person chooses.
function showConflict(subject, theirs, mine) {
  const draft = draftOf(subject);
  const form = formOf(subject);
  draft.conflict = true;
  if (!form) return;
  form.querySelector('[data-conflict]')?.remove();
  const when = theirs.savedAt ? `Saved ${clock(theirs.savedAt)}, in another window` : 'Saved';
  const choose = (fields) => () => {
    draft.conflict = false;
    draft.version = theirs.version;
    draft.fields = fields;
    part.remove();
    fill(form, fields);
    for (const input of inputsOf(form)) input.hidden = false;
    keep(keptKey(subject), { fields, version: theirs.version, at: Date.now() });
    lastTextarea(form)?.focus();
    save(subject);
  };
  const part = made(
    'div',
    { className: 'diff', tabIndex: -1 },
    versionPart('This window', mine, theirs.fields, 'ins', choose(mine)),
    versionPart(when, theirs.fields, mine, 'del', choose(theirs.fields)),
  );
  part.dataset.conflict = '';
  part.setAttribute('role', 'group');
  part.setAttribute('aria-label', 'Two windows have different texts. Choose one.');
  // No text is chosen yet, so none is there to be changed.
  for (const input of inputsOf(form)) input.hidden = true;
  lastTextarea(form).after(part);
}

function versionPart(title, fields, others, mark, choose) {
  const button = made('button', { type: 'button', className: 'btn', textContent: 'Use this text' });
  button.addEventListener('click', choose);
  const texts = fields.map(({ name, text }) => {
    const [start, middle, end] = differing(text, others.find((other) => other.name === name)?.text ?? '');
    return made('pre', { className: 'message-body' }, start, middle && made(mark, { textContent: middle }), end);
  });
  return made('div', {}, made('h3', { textContent: title }), ...texts, button);
}

/** The part between the equal start and the equal end of two texts. */
function differing(text, other) {
  let start = 0;
  while (start < text.length && text[start] === other[start]) start += 1;
  let end = 0;
  const most = Math.min(text.length, other.length) - start;
  while (end < most && text.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [text.slice(0, start), text.slice(start, text.length - end), text.slice(text.length - end)];
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

// A form is submitted once its text is saved and the session holds, so that the next page cannot lose it. The server
// removes the draft when it has saved the form.
document.addEventListener(
  'submit',
  (event) => {
    const { target: form, submitter } = event;
    if (form.action.endsWith('/app/sign-out')) return forgetKept();
    if (form.matches('[data-settles-draft]')) return addMark(form, sentBy(form));
    if (!person || !isDrafted(form)) return;
    const subject = subjectOf(form);
    const draft = draftOf(subject);
    if (draft.isSubmitted || (!draft.fields && !draft.saving)) {
      draft.isSubmitted = false;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (draft.isSubmitting) return;
    draft.isSubmitting = true;
    save(subject)
      .then((isSaved) => {
        if (!isSaved) {
          if (document.querySelector('dialog.signed-out')) repeats.push(() => form.requestSubmit(submitter));
          return form.querySelector('[data-conflict]')?.focus();
        }
        const mark = { subject, version: draft.version };
        sessionStorage.outboundSent = JSON.stringify(mark);
        addMark(form, mark);
        Object.assign(draft, { isSubmitted: true, fields: undefined, isRead: false });
        form.requestSubmit(submitter?.isConnected ? submitter : undefined);
      })
      .finally(() => {
        draft.isSubmitting = false;
      });
  },
  true,
);

/** The draft whose plan this form confirms. */
function sentBy(form) {
  const mark = JSON.parse(sessionStorage.outboundSent ?? 'null');
  return mark?.subject.split(' ')[0] === new URL(form.action).pathname ? mark : undefined;
}

function addMark(form, mark) {
  if (!mark) return;
  for (const [name, value] of [
    ['_draft', mark.subject],
    ['_draftVersion', mark.version],
  ]) {
    form.querySelector(`[name=${name}]`)?.remove();
    form.append(made('input', { type: 'hidden', name, value }));
  }
}

/** At sign-out, nothing stays in the browser. The server keeps the drafts. */
function forgetKept() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix)) localStorage.removeItem(key);
}

document.addEventListener('htmx:after:swap', showDrafts);
window.addEventListener('online', saveAll);
showDrafts();
