const { appendFileSync } = require('node:fs');

const events = { pass: 'passes', fail: 'failures', pending: 'pending' };

/**
 * A mocha reporter that writes one line per test as it ends. An aborted run therefore keeps its results so far. Only
 * the message of an error is written, because its other fields may not be representable in JSON.
 */
class Lines {
  constructor(runner, { reporterOptions: { output } }) {
    for (const [event, outcome] of Object.entries(events))
      runner.on(event, (test, error) => {
        const line = { outcome, fullTitle: test.fullTitle(), err: error && { message: String(error.message) } };
        appendFileSync(output, `${JSON.stringify(line)}\n`);
      });
  }
}

module.exports = Lines;
