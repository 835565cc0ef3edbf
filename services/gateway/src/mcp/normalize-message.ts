import type { RequestHandler } from 'express';

type Members = Record<string, unknown>;

/** Accepts the message variants of real clients, before any schema checks them. */
export const normalizeMessages: RequestHandler = (req, _res, next) => {
  req.body = Array.isArray(req.body) ? req.body.map(normalizeMessage) : normalizeMessage(req.body);
  next();
};

/** JSON-RPC omits absent members, but some clients send null. No parameter of a method can be null. */
function normalizeMessage(message: unknown): unknown {
  if (!isObject(message) || typeof message.method !== 'string') return message;
  const { params, ...rest } = message;
  const isNotification = message.id === null && message.method.startsWith('notifications/');
  if (isNotification) delete rest.id;
  if (params === undefined || params === null) return rest;
  if (!isObject(params)) return message;
  const given = withoutNulls(params);
  if (isObject(given._meta)) given._meta = withoutNulls(given._meta);
  if (typeof given.arguments === 'string') given.arguments = objectIn(given.arguments);
  return { ...rest, params: given };
}

function withoutNulls(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

/** Some clients send the arguments of a tool as JSON text. */
function objectIn(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : text;
  } catch {
    return text;
  }
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
