import { newId } from '../../domain/values/ids.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { insertDocuments } from '../documents/insert-documents.ts';
import { date, string, strings } from '../documents/paths.ts';

const keptSeconds = 7 * 24 * 60 * 60;

/** Public web page, kept so that it is not read twice a day. */
type PageDoc = DocOf<typeof PageModel>;

const PageModel = defineModel(
  'Page',
  'pages',
  stored({
    workspaceId: string,
    /** Domain for which it was read. */
    domain: string,
    url: string,
    title: string,
    text: string,
    structured: strings,
    readAt: date,
  })
    .index({ workspaceId: 1, domain: 1, _id: 1 })
    .index({ workspaceId: 1, url: 1, _id: 1 })
    .index({ readAt: 1 }, { expireAfterSeconds: keptSeconds }),
);

export type StoredPage = Pick<PageDoc, 'url' | 'title' | 'text' | 'structured' | 'readAt'>;

/** Pages of a domain that were read after this time, in the order in which they were read. */
export async function findPagesOf(workspaceId: string, domain: string, after: Date): Promise<StoredPage[]> {
  const found = await PageModel.find({ workspaceId, domain }).sort({ _id: 1 }).lean<PageDoc[]>();
  return found.filter(({ readAt }) => readAt > after);
}

export async function findPageAt(workspaceId: string, url: string, after: Date): Promise<StoredPage | null> {
  const found = await PageModel.findOne({ workspaceId, url }).sort({ _id: -1 }).lean<PageDoc>();
  return found !== null && found.readAt > after ? found : null;
}

/** Replaces the pages of a domain. */
export async function replacePages(
  workspaceId: string,
  domain: string,
  pages: readonly Omit<StoredPage, 'readAt'>[],
  readAt: Date,
): Promise<void> {
  await PageModel.deleteMany({ workspaceId, domain });
  const documents = pages.map((page) => ({ ...page, _id: newId('pag'), workspaceId, domain, readAt }));
  if (documents.length > 0) await insertDocuments(PageModel, documents);
}
