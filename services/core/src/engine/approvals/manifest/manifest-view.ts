import { Type } from 'typebox';
import { CheckedSentence } from '../../../domain/messages/claims/checked-sentence.ts';
import { Foreign } from '../../../schema/foreign.ts';
import { Named, Nullable, Timestamp } from '../../../schema/schema.ts';

const FileView = Type.Object({
  fileName: Type.String({ description: 'Name of the file.' }),
  sha256: Type.String({ description: 'SHA-256 of its content, in hex.' }),
});
const files = Type.Array(FileView, { description: 'Attached files.' });

const Sample = Type.Object({
  contactId: Type.String({ description: 'The contact.' }),
  subject: Foreign(Type.String({ description: 'Subject.' })),
  bodyText: Foreign(Type.String({ description: 'Text as it is sent.' })),
});

const StepText = Type.Object({
  stepId: Nullable(Type.String({ description: 'The step; null for a message outside of campaigns.' })),
  variantId: Nullable(Type.String({ description: 'The variant.' })),
  branch: Type.String({ description: 'Conditions of the branches in this text; empty without branches.' }),
  subject: Foreign(Type.String({ description: 'Subject, with placeholders as written.' })),
  body: Foreign(Type.String({ description: 'Text, with placeholders as written.' })),
  isWrittenPerPerson: Type.Boolean({
    description: 'True if parts of it belong to one person alone; samples has three, get_approval_messages every one.',
  }),
  samples: Type.Array(Sample, { description: 'Messages of up to three people; empty unless isWrittenPerPerson.' }),
});

const Times = Type.Object(
  {
    earliestAt: Nullable(Timestamp('The first message at the earliest; null if it is not known.')),
    latestAt: Nullable(Timestamp('The first message of the last person at the earliest.')),
    waits: Type.Array(
      Type.Object({
        stepId: Type.String({ description: 'The step.' }),
        waitMinutes: Type.Integer({ description: 'Wait after the message before.' }),
      }),
      { description: 'Waits between the messages.' },
    ),
  },
  { description: 'Earliest times of the messages.' },
);

export const ManifestGroupView = Named(
  'ManifestGroup',
  Type.Object({
    id: Type.String({ description: 'The group.' }),
    steps: Type.Array(StepText, { description: 'Every step and variant, in order.' }),
    recipientCount: Type.Integer({ description: 'People in it.' }),
    sampleContactIds: Type.Array(Type.String(), { description: 'Up to three of them.' }),
    sender: Type.String({ description: 'From.' }),
    replyTo: Nullable(Type.String({ description: 'Reply-To, where it differs from the sender.' })),
    signature: Type.String({ description: 'Below each text.' }),
    footer: Type.String({ description: 'Below the signature; only the token of the link differs.' }),
    notice: Type.String({ description: 'Art. 14 notice in the first message; empty without one.' }),
    attachments: files,
    times: Times,
    mayVary: Type.Array(Type.String(), {
      description: 'Fields whose short plain values may change without another approval.',
    }),
    unsupportedCount: Type.Integer({
      description: 'People in whose own text a claim has no source. They, and their groups, come first.',
    }),
  }),
);

export const ManifestMailboxView = Type.Object({
  sender: Type.String({ description: 'From.' }),
  replyTo: Nullable(Type.String({ description: 'Reply-To, where it differs from the sender.' })),
  signature: Type.String({ description: 'Below each text.' }),
});

export const ExactMessageView = Named(
  'ExactMessage',
  Type.Object({
    stepId: Nullable(Type.String({ description: 'The step; null for a message outside of campaigns.' })),
    variantId: Nullable(Type.String({ description: 'The variant.' })),
    isDrawn: Type.Boolean({ description: 'False for a variant that takes over only if it wins.' }),
    from: Type.String({ description: 'Sender.' }),
    replyTo: Nullable(Type.String({ description: 'Reply-To, where it differs from the sender.' })),
    to: Type.String({ description: 'Recipient.' }),
    subject: Foreign(Type.String({ description: 'Subject.' })),
    bodyText: Foreign(Type.String({ description: 'Text with signature and footer.' })),
    bodyHtml: Foreign(Nullable(Type.String({ description: 'HTML part; null for plain text.' }))),
    attachments: files,
    earliestAt: Nullable(Timestamp('Its earliest time; null if it is not known.')),
    claims: Type.Array(CheckedSentence, {
      description: 'Sentences about the recipient, with the words that support them, or the words that no source has.',
    }),
  }),
);
