/** A task that only a signed-in person can do, its page, and phrases that people use for it. */
export interface PersonTask {
  readonly id: string;
  readonly title: string;
  readonly page: string;
  readonly phrases: string;
}

export const personTasks: readonly PersonTask[] = [
  {
    id: 'invite',
    title: 'Invite or remove colleagues',
    page: '/app/members',
    phrases:
      'invite a colleague, add a teammate, new user, give access to a coworker, remove a member, team ' +
      'members, roles, bring a colleague on board, let a coworker in, kollegen einladen, kollegin ' +
      'dazuholen, mitglied hinzufügen, benutzer',
  },
  {
    id: 'keys',
    title: 'Make or revoke API keys, disconnect MCP clients, set their daily limits',
    page: '/app/integrations',
    phrases:
      'api key, create an access token, revoke a key, connected clients, disconnect claude, mcp ' +
      'connection, daily limit without approval, unattended, run small changes at once, revoke access of a ' +
      'client, cut off cursor, token for a script, api schlüssel, zugang entziehen, zugriffstoken, ' +
      'verbindung trennen',
  },
  {
    id: 'member-limits',
    title: 'Set what a member may spend and send in a day',
    page: '/app/members',
    phrases:
      'limit a member, daily limit of a colleague, credits a person may spend, how many people a member may email, mitglied begrenzen',
  },
  {
    id: 'approve',
    title: 'Approve or decline what waits for a person',
    page: '/app/approvals',
    phrases:
      'approve a launch, decline, give permission to send, release what waits, freigabe erteilen, freigeben, genehmigen, ablehnen',
  },
  {
    id: 'autopilot',
    title: 'Switch autopilot, billing and the plan',
    page: '/app/settings',
    phrases:
      'autopilot, send without asking, buy credits, upgrade the plan, billing, invoice, payment, subscription, more credits, credits kaufen, tarif, rechnung, autopilot einschalten',
  },
  {
    id: 'password',
    title: 'Change the password',
    page: '/app/password',
    phrases:
      'change my password, i forgot my password, lost password, reset login, passwort vergessen, passwort ändern, zugangsdaten, second factor, 2fa',
  },
];
