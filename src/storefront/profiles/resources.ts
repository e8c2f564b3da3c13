import { profile } from './profile.ts'

/** Who shops. */
export const profileResources = [profile]
