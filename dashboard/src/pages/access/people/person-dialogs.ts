import { useParam } from '../../../kit/address-state.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { usePerson } from './person.tsx'

/** Person whose page is below the dialog. */
export function useShownPerson() {
  const person_id = useParam('person')
  const person = usePerson(person_id)
  const data = person.data?.data
  return {
    person_id,
    query: person,
    name: data === undefined ? 'this person' : data.name || data.email,
    backTo: usePaths().person(person_id),
  }
}
