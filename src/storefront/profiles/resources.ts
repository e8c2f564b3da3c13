import { profile } from './profile.ts'
import { registrationForm } from './registration.ts'

export const profileResources = [profile, registrationForm]
