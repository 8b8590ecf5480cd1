/** A backup cannot be made, read or restored: one sentence that names what is wrong. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
