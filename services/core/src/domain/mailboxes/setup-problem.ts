import { cutText } from '@outbound/node-service/text/cut-text';
import { loginProblem } from './login-problem.ts';
import type { SetupFailure } from './setup-failure.ts';

interface Row {
  /** Pattern for the error's code or text. If absent, `when` alone decides. */
  seen?: RegExp;
  when?(failure: SetupFailure): boolean;
  say(failure: SetupFailure): string;
}

const usual = {
  smtp: 'port 465 with security "tls", or 587 with "starttls"',
  imap: 'port 993 with security "tls", or 143 with "starttls"',
};
const tlsPort = { smtp: 465, imap: 993 };
const names = { smtp: 'an SMTP', imap: 'an IMAP' };
/** Usual ports of the other protocol. */
const otherPorts = { smtp: [143, 993], imap: [25, 465, 587, 2525] };
/** Start of the other protocol's greeting (RFC 9051 section 7.1; RFC 5321 section 4.2). */
const otherGreeting = { smtp: /^\* (OK|PREAUTH|BYE)\b/i, imap: /^(220|554)[ -]/ };
const otherUse = { smtp: 'for reading (IMAP)', imap: 'for sending (SMTP)' };
const serverWordsMax = 200;

/** The first matching row applies. Error codes come from Node, nodemailer, and imapflow. */
const rows: Row[] = [
  {
    when: ({ protocol, greeting }) => otherGreeting[protocol].test(greeting),
    say: ({ host, port, protocol }) => `Port ${port} of ${host} is ${otherUse[protocol]}: use ${usual[protocol]}.`,
  },
  {
    when: ({ greeting }) => greeting.startsWith('+OK'),
    say: ({ host, port, protocol }) =>
      `Port ${port} of ${host} is for POP3, which is not used here: use ${usual[protocol]}.`,
  },
  {
    when: ({ greeting }) => /^(HTTP\/|<)/.test(greeting),
    say: ({ host, port, protocol }) =>
      `What answers on port ${port} of ${host} is not ${names[protocol]} server: check host and port.`,
  },
  {
    seen: /ENOTFOUND|EAI_AGAIN|ENODATA|\bEDNS\b|has no address/,
    say: ({ host }) => `The host ${host} is not known: check its spelling, or ask the mail provider for the name.`,
  },
  { seen: /is not on the public internet|is not a mail port/, say: ({ text }) => text },
  {
    seen: /CERT_HAS_EXPIRED|certificate has expired/i,
    say: ({ host }) => `The certificate of ${host} has expired: its operator has to renew it.`,
  },
  {
    seen: /CERT_NOT_YET_VALID|certificate is not yet valid/i,
    say: ({ host }) =>
      `The certificate of ${host} is not valid yet: check the clock of this machine and of the server.`,
  },
  {
    seen: /ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate's altnames/i,
    say: ({ host, text }) => {
      const found = [...text.matchAll(/DNS:([^\s,;]+)/g)].map(([, name]) => name).slice(0, 3);
      const hint = found.length > 0 ? `enter ${found.join(' or ')} as host` : 'enter the name that it was issued for';
      return `The certificate of ${host} was issued for another name: ${hint}.`;
    },
  },
  {
    seen: /SELF_SIGNED|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)|self.signed certificate|unable to (verify the first|get (local )?issuer) certificate/i,
    say: ({ host }) =>
      `The certificate of ${host} comes from nobody this installation trusts: use one of a public authority, or have the operator add yours (NODE_EXTRA_CA_CERTS).`,
  },
  {
    seen: /wrong version number|packet length too long|unsupported protocol|http request|record layer/i,
    when: ({ security }) => security === 'tls',
    say: ({ host, port, protocol }) =>
      `Port ${port} of ${host} begins without TLS: choose security "starttls", or port ${tlsPort[protocol]} with "tls".`,
  },
  {
    seen: /ECONNREFUSED/,
    say: ({ host, port, protocol }) =>
      `${host} takes no connections on port ${port}: use ${usual[protocol]}, if the provider names no others.`,
  },
  {
    seen: /EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/,
    say: ({ host }) => `There is no way from here to ${host}: check the name of the host and the network's firewall.`,
  },
  {
    seen: /greeting|timed? ?-?out|ETIMEDOUT|CONNECT_TIMEOUT|\* (OK|PREAUTH|BYE)\b/i,
    when: ({ protocol, port, isLogin }) => !isLogin && otherPorts[protocol].includes(port),
    say: ({ host, port, protocol }) => `Port ${port} of ${host} is ${otherUse[protocol]}: use ${usual[protocol]}.`,
  },
  {
    seen: /greeting never received|GREETING_TIMEOUT|failed to receive greeting/i,
    when: ({ security }) => security !== 'tls',
    say: ({ host, port, protocol }) =>
      `Port ${port} of ${host} says nothing without TLS: choose security "tls", as on port ${tlsPort[protocol]}.`,
  },
  {
    seen: /STARTTLS/,
    when: ({ security, isLogin }) => security === 'starttls' && !isLogin,
    say: ({ host, port, protocol }) =>
      `${host} offers no STARTTLS on port ${port}: choose port ${tlsPort[protocol]} with security "tls".`,
  },
  {
    seen: /PRIVACYREQUIRED|LOGINDISABLED|login (is )?disabled|plaintext auth\w* (is )?(disallowed|disabled|not allowed)|must issue a starttls|encryption required|530 5\.7\.0/i,
    when: ({ security }) => security === 'none',
    say: ({ host, protocol }) => `${host} takes passwords over encrypted connections only: use ${usual[protocol]}.`,
  },
  {
    seen: /authentication (is )?not (enabled|supported|available)|auth(entication)? (command )?(is )?not (implemented|recognized)|\b50[0-4]\b.*(command|sequence)/i,
    when: ({ protocol, isLogin }) => protocol === 'smtp' && isLogin,
    say: ({ host, port, security }) =>
      security === 'none'
        ? `${host} takes no password on port ${port} without encryption: use ${usual.smtp}.`
        : `${host} takes no password on port ${port}: use ${usual.smtp}, or leave user name and password out.`,
  },
  {
    seen: /ETIMEDOUT|CONNECT_TIMEOUT|GREETING_TIMEOUT|ETIMEOUT|timed? ?-?out|connection timeout|greeting never received/i,
    say: ({ host, port, protocol }) =>
      `${host} does not answer on port ${port}: check host and port (${usual[protocol]}), and whether the network lets it through.`,
  },
  {
    seen: /\* (OK|PREAUTH|BYE)\b/,
    when: ({ protocol, isLogin }) => protocol === 'smtp' && !isLogin,
    say: ({ host, port }) => `Port ${port} of ${host} is for reading (IMAP): use ${usual.smtp}.`,
  },
];

const closed =
  /ECONNRESET|EPIPE|ECLOSED|EConnectionClosed|NoConnection|connection closed|unexpected close|socket hang up/i;

/** One sentence that names the fix. Falls back to the server's own words, never to those of a library. */
export function explainSetup(failure: SetupFailure): string {
  const seen = `${failure.code} ${failure.text}`;
  const row = rows.find((one) => (one.seen?.test(seen) ?? true) && (one.when?.(failure) ?? true));
  if (row !== undefined) return row.say(failure);
  if (failure.isLogin) return loginProblem(failure);
  const { host, port, protocol } = failure;
  if (closed.test(seen)) {
    return `${host} closes the connection on port ${port} at once: check port and security (${usual[protocol]}).`;
  }
  if (failure.answerCode > 0) return `${host} says: ${serverWords(failure.answer)}`;
  if (/invalid greeting|EPROTOCOL|unexpected greeting/i.test(seen)) {
    return `What answers on port ${port} of ${host} is not ${names[protocol]} server: check host and port.`;
  }
  return `${host} cannot be used on port ${port}: check host, port and security (${usual[protocol]}).`;
}

function serverWords(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return /SSL routines|openssl/i.test(line) ? 'TLS failed.' : cutText(line, serverWordsMax);
}
