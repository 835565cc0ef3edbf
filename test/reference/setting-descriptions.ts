/** Explanation of one setting, for docs/reference/configuration.md. */
export interface SettingDescription {
  name: string;
  description: string;
  /** Only where the code computes the default. */
  defaultText?: string;
}

export interface SettingGroup {
  title: string;
  intro?: string;
  settings: readonly SettingDescription[];
}

const mailProviders = ['GOOGLE', 'MICROSOFT'].flatMap((prefix) => {
  const name = prefix === 'GOOGLE' ? 'Google' : 'Microsoft';
  return [
    { name: `${prefix}_CLIENT_ID`, description: `OAuth client ID of your ${name} app.`, defaultText: 'none' },
    { name: `${prefix}_CLIENT_SECRET`, description: `OAuth client secret of your ${name} app.`, defaultText: 'none' },
    { name: `${prefix}_AUTHORIZE_URL`, description: 'Another authorization endpoint.', defaultText: `${name}'s` },
    { name: `${prefix}_TOKEN_URL`, description: 'Another token endpoint.', defaultText: `${name}'s` },
    {
      name: `${prefix}_SMTP_HOST`,
      description: 'Another SMTP server: `host` or `host:port`.',
      defaultText: `${name}'s`,
    },
    {
      name: `${prefix}_IMAP_HOST`,
      description: 'Another IMAP server: `host` or `host:port`.',
      defaultText: `${name}'s`,
    },
  ];
});

/** Every setting of the product. The test names settings in the code without an entry, and entries without code. */
export const settingGroups: readonly SettingGroup[] = [
  {
    title: 'Address',
    settings: [
      { name: 'PORT', description: 'Port to listen on.', defaultText: '`3000` (`npm start`), `3001` (a single part)' },
      { name: 'HOST', description: 'Address to listen on. Use `0.0.0.0` to accept connections from other machines.' },
      {
        name: 'BASE_URL',
        description: 'Public URL, if you use a reverse proxy. Must be `https` to send from real mailboxes.',
        defaultText: '`http://HOST:PORT`',
      },
      {
        name: 'TRUST_PROXY',
        description:
          'Comma-separated proxies whose `X-Forwarded-*` headers count: IP addresses, networks, or `loopback`. Use `none` if you have no proxy.',
      },
      {
        name: 'ALLOWED_HOSTS',
        description: 'More host names that the MCP endpoint accepts, comma-separated.',
        defaultText: 'none',
      },
      {
        name: 'ALLOWED_ORIGINS',
        description: 'More browser origins that the MCP endpoint accepts, comma-separated.',
        defaultText: 'none',
      },
      {
        name: 'HTTPS_PROXY',
        description:
          'Proxy for HTTPS requests to other servers: providers, sign-in servers of mailboxes, and client documents. ' +
          'Webhooks are sent directly.',
        defaultText: 'none',
      },
      {
        name: 'NO_PROXY',
        description: 'Hosts that are reached without the proxy, comma-separated. A domain covers its subdomains.',
        defaultText: 'none',
      },
      {
        name: 'ALLOW_PRIVATE_HOSTS',
        description: 'Set to `true` to allow mail servers and webhook endpoints on private networks.',
        defaultText: '`false`',
      },
      {
        name: 'ALLOW_RESERVED_RECIPIENTS',
        description:
          'Only for tests. Set to `true` to treat addresses at reserved names (`.example`, `.test`, `.invalid`, ' +
          '`.localhost`, `example.com`, `example.net`, `example.org`) like others: verifiers decide about them, and ' +
          'real mailboxes write to them.',
        defaultText: '`false`',
      },
    ],
  },
  {
    title: 'Data and secrets',
    settings: [
      { name: 'OUTBOUND_DATA_DIR', description: 'Folder for the store, secrets, and logs.' },
      {
        name: 'MONGODB_URI',
        description: 'Connection string of a MongoDB replica set or sharded cluster.',
        defaultText: 'the embedded store',
      },
      { name: 'CORE_DATABASE', description: 'Name of the core database.' },
      { name: 'GATEWAY_DATABASE', description: 'Name of the gateway database.' },
      {
        name: 'SECRET_KEY',
        description:
          'Encrypts stored credentials: 32 bytes in base64. Set it yourself if parts run on separate machines.',
        defaultText: 'generated, in `secrets.json`',
      },
      {
        name: 'INTERNAL_SECRET',
        description: 'Authenticates requests between core and gateway: any long random text.',
        defaultText: 'generated, in `secrets.json`',
      },
      {
        name: 'GATEWAY_COOKIE_KEY',
        description: 'Signs the cookies and forms of the gateway.',
        defaultText: 'generated, in the database',
      },
      {
        name: 'OPERATOR_SECRET',
        description: 'Turns on OAuth token introspection for the client `operator`.',
        defaultText: 'none',
      },
    ],
  },
  {
    title: 'Backups',
    settings: [
      {
        name: 'BACKUP_DIR',
        description: 'Folder for scheduled backups. Without it, there are no scheduled backups.',
        defaultText: 'none',
      },
      { name: 'BACKUP_EVERY', description: 'Time between two backups: `30m`, `24h`, or `7d`.' },
      { name: 'BACKUP_KEEP', description: 'Number of scheduled backups to keep.' },
      {
        name: 'OUTBOUND_BACKUP_PASSPHRASE',
        description: "Encrypts backups. Store it elsewhere. You can't restore a backup without it.",
        defaultText: 'none',
      },
    ],
  },
  {
    title: 'Access and limits',
    settings: [
      { name: 'SIGN_UP', description: '`open`, or `invitation` to require an invitation.' },
      {
        name: 'PRIVACY_FILE',
        description: 'Markdown file with your privacy policy, shown at `/app/privacy`. Default: what Outbound stores.',
        defaultText: 'none',
      },
      {
        name: 'TERMS_FILE',
        description: 'Markdown file with your terms of use, shown at `/app/terms`.',
        defaultText: 'none',
      },
      { name: 'TRIAL_CREDITS', description: 'Credits of a new workspace.' },
      { name: 'RATE_LIMIT_KEY_PER_MINUTE', description: 'API requests per key.' },
      { name: 'RATE_LIMIT_WORKSPACE_PER_MINUTE', description: 'API requests per workspace.' },
      { name: 'RATE_LIMIT_ADDRESS_PER_MINUTE', description: 'API requests per IP address without a valid key.' },
      { name: 'WORKSPACE_REQUESTS_AT_ONCE', description: 'Concurrent requests per workspace and process.' },
      {
        name: 'WORKSPACE_REQUESTS_WAITING',
        description: 'Queued requests per workspace and process. Further requests get a 429.',
      },
      { name: 'REQUESTS_PER_MINUTE_PER_IP', description: 'MCP requests per IP address.' },
      { name: 'REQUESTS_PER_MINUTE_PER_PRINCIPAL', description: 'MCP requests per API key or connected app.' },
      {
        name: 'CLIENT_DOCUMENTS',
        description:
          'Client ID Metadata Documents: `on`, `off`, or `auto`, which offers them if the last fetch of one succeeded. ' +
          'Copies of the documents of Claude Code, Codex, VS Code, and Zed are packaged.',
        defaultText: '`auto`',
      },
      { name: 'REGISTRATIONS_PER_HOUR_PER_IP', description: 'OAuth client registrations per IP address.' },
      {
        name: 'WAITING_CHECK_MS',
        description: 'Time between two looks at what waits, for each open subscription to `outbound://waiting`.',
      },
    ],
  },
  {
    title: 'System email',
    intro: 'Email that Outbound itself sends: sign-up confirmations, password resets, and notifications.',
    settings: [
      {
        name: 'SYSTEM_SMTP_URL',
        description: 'SMTP server, such as `smtps://user:password@mail.example.com`.',
        defaultText: 'none',
      },
      {
        name: 'SYSTEM_MAIL_FROM',
        description: 'Sender of this email. Required with `SYSTEM_SMTP_URL`.',
        defaultText: 'none',
      },
    ],
  },
  {
    title: 'Mailboxes of Google and Microsoft',
    intro:
      'With a client ID, members connect mailboxes by signing in with the provider. The redirect URL is ' +
      '`BASE_URL/app/mailboxes/oauth/callback`. Scopes: `https://mail.google.com/` for Google; ' +
      '`IMAP.AccessAsUser.All`, `SMTP.Send`, and `offline_access` for Microsoft.',
    settings: mailProviders,
  },
  {
    title: 'Providers and models',
    settings: [
      {
        name: 'MODEL_KIND',
        description:
          'Language model for drafts and unclear replies: `openai`, `anthropic`, `gemini`, `ollama`, or `compatible` ' +
          "(any server with OpenAI's chat completions). Without it and MODEL_URL, Outbound uses templates and rules.",
        defaultText: 'none, or `compatible` with MODEL_URL',
      },
      {
        name: 'MODEL_URL',
        description: "Base URL of the model, including the version. Default: the provider's.",
        defaultText: 'none',
      },
      { name: 'MODEL_API_KEY', description: 'API key of the model endpoint.', defaultText: 'none' },
      { name: 'MODEL_NAME', description: 'Name of the model.' },
      { name: 'MODEL_TIMEOUT_MS', description: 'Time limit of a model request, in milliseconds.' },
      {
        name: 'HUNTER_API_KEY',
        description: 'Adds Hunter for search and verification in all workspaces without a key of their own.',
        defaultText: 'none',
      },
      {
        name: 'PEOPLE_DATA_LABS_API_KEY',
        description: 'Adds People Data Labs for search in all workspaces without a key of their own.',
        defaultText: 'none',
      },
      {
        name: 'PROVIDER_BASE_URLS',
        description:
          'Other addresses of providers, such as a proxy: `kind=URL`, with commas between them. A URL without a path ' +
          "keeps the path of the provider's API. Kinds: as in `create_provider`.",
        defaultText: 'none',
      },
      {
        name: 'SMTP_PROBE_FROM',
        description:
          'Your email address for mailbox checks. Verification then asks mail servers on port 25 whether a mailbox exists. It sends no message.',
        defaultText: 'none',
      },
    ],
  },
  {
    title: 'Worker and sending',
    settings: [
      { name: 'SENDING_FREE_MB_MIN', description: 'Sending stops when less disk space is free, in megabytes.' },
      { name: 'WORKER_POLL_MS', description: 'Shortest time between two looks for work, in milliseconds.' },
      { name: 'WORKER_BATCH_SIZE', description: 'Number of tasks that a worker claims together.' },
      { name: 'WORKER_LEASE_MS', description: 'Another worker takes over after this silence, in milliseconds.' },
      {
        name: 'READING_STALE_AFTER',
        description: 'A mailbox whose replies have not been read for this time sends no follow-ups.',
      },
      {
        name: 'WORKER_ANNOUNCED',
        description:
          'Set to `true` if API and worker share a launcher, as with `npm start`. The worker then polls less often.',
        defaultText: '`false`',
      },
    ],
  },
  {
    title: 'Shutdown',
    settings: [
      { name: 'SHUTDOWN_MS', description: 'Time that running requests get to finish, in milliseconds.' },
      {
        name: 'DRAIN_MS',
        description: 'Time during which `/readyz` already fails but requests are accepted, in milliseconds.',
      },
    ],
  },
  {
    title: 'Logs, metrics, and traces',
    settings: [
      { name: 'LOG_LEVEL', description: '`silent`, `fatal`, `error`, `warn`, `info`, `debug`, or `trace`.' },
      { name: 'METRICS_HOST', description: 'Address of the metrics listener.' },
      { name: 'METRICS_PORT', description: 'Port of the metrics listener. Never expose it to the internet.' },
      {
        name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
        description: 'OpenTelemetry collector (OTLP over HTTP), such as `http://collector:4318`.',
        defaultText: 'none',
      },
    ],
  },
  {
    title: 'The command listen',
    settings: [
      { name: 'OUTBOUND_URL', description: 'URL of the installation whose events `outbound listen` forwards.' },
      {
        name: 'OUTBOUND_API_KEY',
        description: 'API key with `events:read` for `outbound listen`.',
        defaultText: 'none',
      },
    ],
  },
  {
    title: 'Separate parts',
    intro: 'Needed only if you start API, worker, and gateway yourself.',
    settings: [
      { name: 'CORE_URL', description: 'URL of the core API, for the gateway.', defaultText: 'required' },
      { name: 'GATEWAY_URL', description: 'URL of the gateway, for the core.' },
      {
        name: 'INTERNAL_PORT',
        description: 'Port for requests between core and gateway. Never expose it to the internet.',
        defaultText: '`PORT` + 100',
      },
      {
        name: 'CORE_INTERNAL_URL',
        description: 'URL of the internal port of the core.',
        defaultText: '`CORE_URL`, port + 100',
      },
      {
        name: 'GATEWAY_INTERNAL_URL',
        description: 'URL of the internal port of the gateway.',
        defaultText: '`GATEWAY_URL`, port + 100',
      },
      {
        name: 'MCP_TEST_PROFILE',
        description: '`conformance` adds the fixtures of the MCP conformance suite. Works only on loopback addresses.',
        defaultText: 'none',
      },
    ],
  },
];
