const VERSION_TAG = /^v\d+\.\d+\.\d+/

/** Why a commit with these tags is not a release of this version; null = nothing is wrong. Other tags say nothing. */
export const findTagFault = (version: string, tags: readonly string[]): string | null => {
  const versions = tags.filter((tag) => VERSION_TAG.test(tag))
  if (versions.length === 0 || versions.includes(`v${version}`)) return null
  return `This commit is tagged ${versions.join(', ')}, and package.json says ${version}: set the version there, or move the tag.`
}
