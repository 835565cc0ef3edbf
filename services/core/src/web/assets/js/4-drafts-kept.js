// Text that somebody types is a draft until its form is saved: on the server, and in this browser until the server has
// it. So nothing ends it: no other page, reload, expired session, second window, or server that is away.
const { person } = document.body.dataset;
const draftPrefix = 'outbound-draft ';
sessionStorage.outboundTab ??= String(Math.random()).slice(2);
const tab = sessionStorage.outboundTab;
const saveAfterMs = 500;
const retryMs = 2_000;

/** By subject: `fields` as typed, `version` as the server has it, and the save under way. */
const drafts = new Map();

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
const typedIn = (form) => inputsOf(form).map(({ name, value }) => ({ name, text: value }));
const savedIn = (form) => inputsOf(form).map(({ name, defaultValue }) => ({ name, text: defaultValue }));
const textsOf = (fields) =>
  fields.map(({ name, text }) => `${name}\n${text.replace(/\r\n?/g, '\n').trim()}`).join('\n\n');
const areSame = (one, other) => textsOf(one) === textsOf(other);

// What this browser keeps, per person, form, and window.
const keptKey = (subject) => `${draftPrefix}${person} ${tab} ${subject}`;

function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The browser's store is full. The server still gets the text.
  }
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
