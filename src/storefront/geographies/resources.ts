import { countries, country, region, regions } from './countries.ts'

/** Where addresses may be. */
export const geographyResources = [countries, country, regions, region]
