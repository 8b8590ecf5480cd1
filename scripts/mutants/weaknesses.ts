/** A weakness of the field, planted in the server to see whether an attack finds it. */
export type Weakness = {
  /** Of e2e/attacks/run.ts. */
  attack: string
  says: string
  file: string
  /** Stands in the file once. */
  was: string
  becomes: string
  /** The check that must fail. */
  found_by: RegExp
}

/** At least one for each attack: an attack that cannot fail proves nothing. */
export const WEAKNESSES: readonly Weakness[] = [
  {
    attack: 's3',
    says: 'what a call does not declare is let through',
    file: 'server/src/transports/undeclared-keys.ts',
    was: '  switch (def.type) {',
    becomes: "  if (side === 'input') return null\n  switch (def.type) {",
    found_by: /no call takes a field/,
  },
  {
    attack: 's4',
    says: 'an account that ran out goes on',
    file: 'server/src/features/session/login-rules.ts',
    was: '(account.valid_until === null || account.valid_until.getTime() > now_ms)',
    becomes: '(account.valid_until === null || now_ms > 0)',
    found_by: /what is lost is lost at once/,
  },
  {
    attack: 's5',
    says: 'the end of a token is not looked at',
    file: 'server/src/features/session/token.ts',
    was: '.update(token)',
    becomes: '.update(token.slice(0, 40))',
    found_by: /altered/,
  },
  {
    attack: 's6',
    says: 'a cookie is as good as the header',
    file: 'server/src/transports/http-calls.ts',
    was: "findCaller(headerOf(request, 'token'), request.ip)",
    becomes:
      "findCaller(headerOf(request, 'token') || (/token=([^;]+)/.exec(headerOf(request, 'cookie'))?.[1] ?? ''), request.ip)",
    found_by: /a foreign page gets nothing done/,
  },
  {
    attack: 's8',
    says: 'guesses are not counted',
    file: 'server/src/features/session/store-attempts.ts',
    was: '    const now_ms = who.at.getTime()\n',
    becomes: "    const now_ms = who.at.getTime()\n    if (now_ms > 0) return { state: 'allowed' }\n",
    found_by: /hardly any is evaluated/,
  },
  {
    attack: 's9',
    says: 'an unknown name is answered without looking at the password',
    file: 'server/src/features/session/handlers.ts',
    was: 'await isPasswordOf(account?.password_hash ?? null, body.password)',
    becomes: 'account !== undefined && (await isPasswordOf(account.password_hash, body.password))',
    found_by: /the median gap in time/,
  },
  {
    attack: 's10',
    says: 'the audit log keeps the password of a log-in',
    file: 'server/src/features/session/handlers.ts',
    was: 'note({ uid: account.uid, user_name, object: ',
    becomes: 'note({ uid: account.uid, user_name, object: body.password + ',
    found_by: /no column holds a password/,
  },
  {
    attack: 's16',
    says: 'a unit may log in under the name of another',
    file: 'server/src/transports/mqtt-auth.ts',
    was: "  if (did !== client_id) return refuse('foreign_client_id', CONNACK.refused)\n",
    becomes: '',
    found_by: /another unit's name/,
  },
]
