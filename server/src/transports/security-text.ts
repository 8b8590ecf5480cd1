import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { systemClock } from '../platform/clock.ts'

/** How long the answer may be relied on; the standard wants a date within a year. */
const VALID_MS = 180 * 86_400_000

/** `/.well-known/security.txt` (RFC 9116): whom to tell of a weakness. 404 while no contact is set. */
export const securityText = (
  { HEATFLEET_SECURITY_CONTACT: contact, HEATFLEET_PUBLIC_URL: url }: Config,
  now_ms: number,
): string | null => {
  if (contact === undefined) return null
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(now_ms + VALID_MS).toISOString()}`,
    'Preferred-Languages: en, zh, pl',
    ...(url === undefined ? [] : [`Canonical: ${url.replace(/\/$/, '')}/.well-known/security.txt`]),
  ]
  return `${lines.join('\n')}\n`
}

export const registerSecurityText = (app: FastifyInstance, config: Config): void => {
  app.get('/.well-known/security.txt', (_, reply) => {
    const text = securityText(config, systemClock.now())
    return text === null ? reply.callNotFound() : reply.type('text/plain; charset=utf-8').send(text)
  })
}
