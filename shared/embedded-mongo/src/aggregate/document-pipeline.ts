import { typeName } from '../bson/type-names.ts';
import { type Document, isDocument, type Value } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { compileExpression } from '../expression/compile.ts';
import { newScope, type Variables } from '../expression/scope.ts';
import { compileProjection } from '../query/project.ts';
import { compileAddFields } from './add-fields.ts';

/** Stages that turn one document into another. Pipeline updates consist only of these. */
export type DocumentStage = (document: Document) => Document;

export function compileDocumentStage(name: string, operand: Value, variables: Variables): DocumentStage | undefined {
  switch (name) {
    case '$set':
    case '$addFields':
      return compileAddFields(operand, variables, name);
    case '$project':
      return project(operand, variables);
    case '$unset':
      return unset(operand, variables);
    case '$replaceWith':
      return replaceWith(operand, variables, name);
    case '$replaceRoot':
      if (!isDocument(operand) || operand.newRoot === undefined) {
        throw new MongoError(
          40231,
          "expected an object with the field 'newRoot' as specification for $replaceRoot stage",
        );
      }
      return replaceWith(operand.newRoot, variables, name);
    default:
      return undefined;
  }
}

function project(operand: Value, variables: Variables): DocumentStage {
  if (!isDocument(operand)) throw new MongoError(15969, '$project specification must be an object');
  const projection = compileProjection(operand, { variables, isStage: true });
  if (!projection) throw new MongoError(51272, 'projection specification must have at least one field');
  return projection;
}

function unset(operand: Value, variables: Variables): DocumentStage {
  const paths = Array.isArray(operand) ? operand : [operand];
  if (paths.length === 0 || paths.some((path) => typeof path !== 'string')) {
    throw new MongoError(31002, '$unset specification must be a string or an array of strings');
  }
  return project(Object.fromEntries(paths.map((path) => [path as string, 0])), variables);
}

function replaceWith(operand: Value, variables: Variables, name: string): DocumentStage {
  const evaluate = compileExpression(operand);
  return (document) => {
    const value = evaluate(newScope(document, variables));
    if (!isDocument(value)) {
      throw new MongoError(
        40228,
        `'${name === '$replaceWith' ? 'replacement document' : 'newRoot'}' expression must evaluate to an object, but resulting value was of type ${typeName(value)}`,
      );
    }
    return value;
  };
}

export function compilePipeline(stages: readonly Document[], variables: Variables): DocumentStage {
  const steps = stages.map((stage) => {
    const [name = ''] = Object.keys(stage);
    if (Object.keys(stage).length !== 1) {
      throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
    }
    const step = compileDocumentStage(name, stage[name]!, variables);
    if (!step) throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
    return step;
  });
  return (document) => steps.reduce((current, step) => step(current), document);
}
