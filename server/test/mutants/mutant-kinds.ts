/** One way to make a mutant: where it applies, what it looks for, and how the code reads with a switch for it. */
export type MutantKind = {
  name: string
  /** Files from the root, as globs. */
  files: readonly string[]
  /** Global; each match is a mutant of its own. */
  pattern: RegExp
  /**
   * What stands there afterwards: behaves as `was` until the expression `made` is true, then has the mutant. The match
   * gives the groups; `was` is its text, in which mutants of other kinds may have been switched already.
   */
  switched: (was: string, made: string, match: RegExpExecArray) => string
}

/** A scope that nothing narrows, written out: no import is needed where it is put. */
const WIDE = "{ agent_path: '/', own_agent: false, own_records: null, group: null }"

const STORES = ['server/src/{features,transports}/**/*.ts']

/** Refusals by which a rule of access ends; those of a row that is not there would only break what follows. */
const ACCESS_CODES = [
  'no_permission',
  'grants_more_than_own',
  'account_above_own',
  'own_access_fixed',
  'own_distributor_fixed',
  'outside_own_scope',
  'role_read_only',
  'resource_group_read_only',
].join('|')

/** An expression that becomes another one. */
const instead =
  (other: (match: RegExpExecArray) => string): MutantKind['switched'] =>
  (was, made, match) =>
    `(${made} ? ${other(match)} : ${was})`

/** A statement that is not run any more; what stands before it on the line stays. */
const skipped =
  (statement: string): MutantKind['switched'] =>
  (was, made) =>
    was.replace(statement, `if (!(${made})) ${statement}`)

/**
 * The kinds of mutants of the field: each row predicate widened, each right let go, each condition on the owner dropped,
 * each branch of the scope itself ignored, each rule of granting forgotten, each refusal at the rim not thrown.
 */
export const MUTANT_KINDS: readonly MutantKind[] = [
  {
    name: 'row predicate sees everything',
    files: STORES,
    pattern:
      /\b(withinScope|agentsWithin|accountsWithin|auditWithin|appUsersWithin)\(([^()]+|\w+\([^()]*\)), ('\w+')\)/g,
    switched: instead(([, predicate, , table]) => `${predicate}(${WIDE}, ${table})`),
  },
  {
    name: 'store is asked without the scope of the caller',
    files: STORES,
    // A type that is taken from it asks nothing.
    pattern: /(?<!typeof )\b(?:\w+\.)?caller\.(?:scope|scopes\.\w+)\b(?!\.)/g,
    switched: instead(() => `(${WIDE})`),
  },
  {
    name: 'call needs no right',
    files: ['contract/src/**/*.ts'],
    pattern: /\bneeds: ('[a-z-]+:[a-z-]+')/g,
    switched: (_, made, [, right]) => `get needs() { return ${made} ? 'signed-in' : ${right} }`,
  },
  {
    name: 'right is not asked',
    files: ['server/src/**/*.ts'],
    pattern: /!?\b[\w.?]*\bpermissions\.has\([^()]+\)(?: === (?:true|false))?/g,
    switched: instead(([whole]) => (whole.startsWith('!') || whole.endsWith('=== false') ? '(1 > 2)' : '(1 < 2)')),
  },
  {
    name: 'rights of a token or a view are not narrowed',
    files: ['server/src/features/session/*.ts'],
    pattern: /\b(?:READ_RIGHTS\.has|row\.token_permissions\.includes)\(right\)/g,
    switched: instead(() => '(1 < 2)'),
  },
  {
    name: 'row of any owner',
    files: ['server/src/features/**/store*.ts'],
    pattern: /\n\s*\.where\('(?:\w+\.)?(?:uid|app_user_id)', '=', (?:[^()]|\([^()]*\))+\)/g,
    switched: (was, made) => `\n.$call((all) => (${made} ? all : all${was.trim()}))`,
  },
  {
    name: 'branch of the scope is ignored',
    files: ['server/src/platform/scope{,-alarms}.ts', 'server/src/effective-permissions.ts'],
    pattern: /\bscope\.(?:own_agent|own_records [!=]== null|group [!=]== null)/g,
    switched: instead(([whole]) => (whole.includes('===') ? '(1 < 2)' : '(1 > 2)')),
  },
  {
    name: 'rule of reach or granting is forgotten',
    files: [
      'server/src/platform/{scope,scope-order}.ts',
      'server/src/effective-permissions.ts',
      'server/src/features/{accounts,roles,resource-groups}/rules.ts',
    ],
    pattern:
      /\n[^\n]*\bif \([^\n]*\) return (?:false|\{ code|\{ field|'(?:agent|data_scope|group|built_in|not_own|beyond_own)'|fault)[^\n]*/g,
    switched: skipped('if ('),
  },
  {
    name: 'rule of access is not enforced',
    files: STORES,
    pattern: new RegExp(`\\bthrow new Refusal\\('(?:${ACCESS_CODES})'[^\\n]*\\)`, 'g'),
    switched: skipped('throw '),
  },
  {
    name: 'refusal at the rim is not thrown',
    files: ['server/src/transports/{http-calls,http-gates,push-commands}.ts'],
    pattern: /\bthrow new Refusal\((?!'no_permission')[^\n]*\)/g,
    switched: skipped('throw '),
  },
  {
    name: 'call is open to programs',
    files: ['contract/src/**/*.ts'],
    pattern: /\bclosed_to_api_tokens: true/g,
    switched: (_, made) => `get closed_to_api_tokens() { return !${made} }`,
  },
]
