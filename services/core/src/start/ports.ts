import type { Ports } from '../engine/context/ports.ts';
import { ownRows } from '../engine/prospects/data-sets/own-rows.ts';
import { seesDirectory } from '../engine/workspaces/invented-people.ts';
import { createProviderAccess } from '../engine/workspaces/providers/provider-access.ts';
import { createDrafting } from '../engine/workspaces/providers/workspace-models.ts';
import { orderActions } from '../execution/jobs/order-actions.ts';
import { createProspects } from '../providers/prospects/create-prospects.ts';
import type { FoundProspects } from '../providers/prospects/found-prospects.ts';
import { createSiteReader } from '../providers/research/site-reader.ts';
import { createVerifier } from '../providers/verification/create-verifier.ts';
import type { DomainFindings } from '../providers/verification/smtp-probe.ts';
import { createWebhookPort } from '../providers/webhooks/webhook-port.ts';
import type { Config } from '../settings/config.ts';
import { findMailDomain, saveMailDomain } from '../store/contacts/verification/mail-domain-store.ts';
import { findItems, findSearch, saveItems, saveSearch } from '../store/prospects/found-prospect-store.ts';
import { createMailPort } from '../transport/mail-port.ts';
import { createSystemMail } from '../transport/system-mail.ts';

/** Stores provider results here, since providers do not access the store. */
const foundProspects: FoundProspects = {
  findItems,
  findSearch,
  saveItems: (workspaceId, items) => saveItems(workspaceId, items, new Date()),
  saveSearch: (workspaceId, key, search) => saveSearch(workspaceId, key, search, new Date()),
};

const mailDomains: DomainFindings = { find: findMailDomain, save: saveMailDomain };

/** Chooses the implementation of each port from the configuration. One line per port. */
export function createPorts(config: Config): Ports {
  return {
    actions: orderActions,
    drafting: createDrafting(config),
    mail: createMailPort(config),
    prospects: createProspects(config, foundProspects, ownRows, seesDirectory, createProviderAccess(config)),
    sites: createSiteReader(config),
    systemMail: config.systemMail === null ? null : createSystemMail(config.systemMail),
    verifier: createVerifier(config, mailDomains),
    webhooks: createWebhookPort(config),
  };
}
