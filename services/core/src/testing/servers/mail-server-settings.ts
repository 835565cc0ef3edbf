export const mailDomain = 'people.test';
/** Mail to this domain is accepted, then returned as undeliverable. */
const bouncingDomain = 'gone.test';

export interface Ports {
  smtp: number;
  imap: number;
  auth: number;
}

export function dovecotSettings(folder: string, ports: Ports, hasTokens: boolean): string {
  const oauth = `passdb {\n driver = oauth2\n mechanisms = xoauth2 oauthbearer\n args = ${folder}/oauth2.conf\n}`;
  return [
    `base_dir = ${folder}/run`,
    `log_path = ${folder}/dovecot.log`,
    'auth_verbose = yes',
    'auth_failure_delay = 0',
    // Disable penalties. Otherwise, each rejected sign-in delays the next from this machine beyond Postfix's timeout.
    'service anvil {\n unix_listener anvil-auth-penalty {\n mode = 0\n }\n}',
    'protocols = imap',
    'listen = 127.0.0.1',
    'ssl = required',
    `ssl_cert = <${folder}/server.pem`,
    `ssl_key = <${folder}/server.key`,
    `auth_mechanisms = plain login${hasTokens ? ' xoauth2 oauthbearer' : ''}`,
    `mail_location = maildir:${folder}/mail/%n`,
    'first_valid_uid = 1',
    ...(hasTokens ? [oauth] : []),
    `passdb {\n driver = passwd-file\n mechanisms = plain login\n args = username_format=%u ${folder}/users\n}`,
    `userdb {\n driver = passwd-file\n args = username_format=%u ${folder}/users\n}`,
    'namespace inbox {\n inbox = yes\n mailbox Sent {\n auto = subscribe\n special_use = \\Sent\n }',
    ' mailbox Junk {\n auto = subscribe\n special_use = \\Junk\n }\n}',
    `service imap-login {\n inet_listener imap {\n port = ${ports.imap}\n }\n inet_listener imaps {\n port = 0\n }\n}`,
    `service auth {\n inet_listener {\n address = 127.0.0.1\n port = ${ports.auth}\n }\n}`,
  ].join('\n');
}

export function postfixSettings(folder: string, ports: Ports, ids: { uid: string; gid: string }): string {
  return [
    'compatibility_level = 3.6',
    `queue_directory = ${folder}/queue`,
    `data_directory = ${folder}/data`,
    'daemon_directory = /usr/lib/postfix/sbin',
    'command_directory = /usr/sbin',
    'mail_owner = postfix',
    'setgid_group = postdrop',
    `maillog_file = ${folder}/postfix.log`,
    `maillog_file_prefixes = ${folder}`,
    'myhostname = localhost',
    'mydestination =',
    'inet_interfaces = 127.0.0.1',
    'inet_protocols = ipv4',
    'mynetworks =',
    'smtpd_client_restrictions =',
    `virtual_mailbox_domains = ${mailDomain}`,
    `virtual_mailbox_base = ${folder}/mail`,
    `virtual_mailbox_maps = texthash:${folder}/mailboxes`,
    `virtual_uid_maps = static:${ids.uid}`,
    `virtual_gid_maps = static:${ids.gid}`,
    'virtual_minimum_uid = 1',
    `transport_maps = inline:{ { ${bouncingDomain} = error:5.1.1 There is no such user here } }`,
    'smtpd_tls_security_level = encrypt',
    `smtpd_tls_cert_file = ${folder}/server.pem`,
    `smtpd_tls_key_file = ${folder}/server.key`,
    'smtpd_sasl_auth_enable = yes',
    'smtpd_sasl_type = dovecot',
    `smtpd_sasl_path = inet:127.0.0.1:${ports.auth}`,
    'smtpd_recipient_restrictions = permit_sasl_authenticated, reject',
    'smtpd_relay_restrictions = permit_sasl_authenticated, reject',
    // Accept unknown recipients, so that they bounce later with a delivery status notification.
    'smtpd_reject_unlisted_recipient = no',
    'default_transport = error:there is no way out of this test',
    'alias_maps =',
  ].join('\n');
}

export function postfixServices(smtpPort: number): string {
  const rows = [
    `127.0.0.1:${smtpPort} inet n - n - - smtpd`,
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'virtual unix - n n - - virtual',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'proxymap unix - - n - - proxymap',
    'anvil unix - - n - 1 anvil',
    'postlog unix-dgram n - n - 1 postlogd',
  ];
  return rows.join('\n');
}
