/** `330000` -> `33`, `330100` -> `3301`: without its closing pairs of zeros, a region's code begins those within it. */
export const regionPrefix = (region_code: string): string => region_code.replace(/(?:00){1,2}$/, '')
