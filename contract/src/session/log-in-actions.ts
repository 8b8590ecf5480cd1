/** Calls that open a session: the actions of the audit log that count as log-ins. */
export const LOG_IN_ACTIONS = ['login', 'finishSignOn'] as const
