// Passkeys are the one thing that needs script: what offers them is hidden without it.
for (const part of document.querySelectorAll('[data-needs-script]')) part.hidden = !window.PublicKeyCredential;

async function askForPasskey(form) {
  const options = JSON.parse(form.dataset.options);
  const credential =
    form.dataset.passkey === 'create'
      ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
      : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
  form.elements.response.value = JSON.stringify(credential.toJSON());
  form.submit();
}

for (const form of document.querySelectorAll('form[data-passkey]')) {
  const ask = () =>
    askForPasskey(form).catch(() => {
      document.querySelector('[data-passkey-problem]').hidden = false;
    });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void ask();
  });
  void ask();
}
