// Texts of campaigns are checked while they are typed; without script the preview does it.
const templateName = /(^|\.)(subject|body)$/;
const checkRestMs = 400;
let checkTimer;

async function checkText(field) {
  const hint = document.getElementById(field.getAttribute('aria-describedby'));
  hint.dataset.help ??= hint.textContent;
  hint.setAttribute('aria-live', 'polite');
  const body = new URLSearchParams({ _csrf: field.form.elements._csrf.value, text: field.value });
  const response = await fetch('/app/check-text', { method: 'POST', body });
  if (!response.ok) return;
  const { problem } = await response.json();
  hint.textContent = problem || hint.dataset.help;
  hint.classList.toggle('error', problem !== '');
  if (problem) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
}

for (const form of document.querySelectorAll('form[action$="_campaign"]')) {
  form.addEventListener('input', ({ target }) => {
    if (!templateName.test(target.name)) return;
    clearTimeout(checkTimer);
    checkTimer = setTimeout(() => checkText(target), checkRestMs);
  });
}
