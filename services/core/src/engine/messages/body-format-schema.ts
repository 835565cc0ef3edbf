import { Type } from 'typebox';
import { bodyFormats } from '../../domain/messages/body-format.ts';
import { OneOf } from '../../schema/schema.ts';

export const BodyFormatInput = Type.Optional(
  OneOf(bodyFormats, {
    description:
      'What the text is written in (default text). markdown and html are sent as HTML, with a text part made of it; scripts, forms, styles and pictures that are not https are taken out.',
  }),
);

export const BodyFormatView = OneOf(bodyFormats, { description: 'What the text is written in.' });
