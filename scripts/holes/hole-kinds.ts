/** One way to make a hole: where it applies, what it looks for, and what it leaves there. */
export type HoleKind = {
  name: string
  /** Files from the root, as a glob. */
  files: string
  /** Global; each match is a hole of its own. */
  pattern: RegExp
  /** What stands there afterwards, from the match and its groups. */
  leave: (match: RegExpExecArray) => string
}

/** A scope that nothing narrows, written out: no import is needed where it is put. */
const WIDE = "{ agent_path: '/', own_agent: false, own_records: null, group: null }"

const STORES = 'server/src/{features,transports}/**/*.ts'

/**
 * The kinds of holes of the field: each row predicate widened, each right let go, each condition on the owner dropped,
 * each branch of the scope itself ignored, each refusal at the rim not thrown.
 */
export const HOLE_KINDS: readonly HoleKind[] = [
  {
    name: 'row predicate sees everything',
    files: STORES,
    pattern: /\b(withinScope|agentsWithin|accountsWithin|auditWithin|appUsersWithin)\(([\w.]+), ('\w+')\)/g,
    leave: ([, predicate, , table]) => `${predicate}(${WIDE}, ${table})`,
  },
  {
    name: 'store is asked without the scope of the caller',
    files: STORES,
    pattern: /\bcaller\.(?:scope|scopes\.\w+)\b/g,
    leave: () => `(${WIDE})`,
  },
  {
    name: 'call needs no right',
    files: 'contract/src/*.ts',
    pattern: /\bneeds: '[a-z-]+:[a-z-]+'/g,
    leave: () => "needs: 'signed-in'",
  },
  {
    name: 'right is not asked',
    files: 'server/src/**/*.ts',
    pattern: /!?\b[\w.?]*\bpermissions\.has\([^()]+\)(?: === (?:true|false))?/g,
    leave: ([whole]) => (whole.startsWith('!') || whole.endsWith('=== false') ? '(1 > 2)' : '(1 < 2)'),
  },
  {
    name: 'row of any owner',
    files: 'server/src/features/**/store*.ts',
    pattern: /\n\s*\.where\('(?:\w+\.)?uid', '=', [^)]+\)/g,
    leave: () => '',
  },
  {
    name: 'branch of the scope is ignored',
    files: 'server/src/platform/scope.ts',
    pattern: /\bscope\.(?:own_agent|own_records [!=]== null|group [!=]== null)/g,
    leave: ([whole]) => (whole.includes('===') ? '(1 < 2)' : '(1 > 2)'),
  },
  {
    name: 'refusal at the rim is not thrown',
    files: 'server/src/transports/{http-calls,push-commands,push-authenticate}.ts',
    pattern: /\bthrow new Refusal\('[a-z_]+'[^\n]*\)/g,
    leave: () => 'void 0',
  },
]
