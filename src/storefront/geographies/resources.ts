import { countries, country, region, regions } from './countries.ts'

export const geographyResources = [countries, country, regions, region]
