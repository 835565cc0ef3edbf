const { appendFileSync } = require('node:fs');

const events = { pass: 'passes', fail: 'failures', pending: 'pending' };

/**
 * A reporter for mocha that writes one line for each test as it ends, with the message of its error alone: a run that is
 * ended leaves what is known by then, and what else an error holds may have no form in JSON.
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
