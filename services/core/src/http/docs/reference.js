// Draws the operations. What the address points to is shown again afterwards, since the page has grown above it.
const operations = document.getElementById('operations');

const showTarget = () => {
  const target = location.hash.startsWith('#error') && document.getElementById(location.hash.slice(1));
  if (target) target.scrollIntoView({ block: 'center' });
};

window.SwaggerUIBundle({
  url: operations.dataset.document,
  domNode: operations,
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  validatorUrl: null,
  onComplete: () => setTimeout(showTarget, 0),
});
