// Draws the operations. For someone sent here by an error's link the operations go below the table of errors, so that
// nothing grows above the line that the link points to.
const operations = document.getElementById('operations');
const isAboutError = location.hash.startsWith('#error');

if (isAboutError) {
  operations.parentNode.append(operations);
  document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: 'center' });
}

window.SwaggerUIBundle({
  url: operations.dataset.document,
  domNode: operations,
  deepLinking: !isAboutError,
  docExpansion: 'list',
  filter: true,
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  validatorUrl: null,
});
