/**
 * ISO 3166-1 codes of countries without postcodes: those whose address format (`fmt`) has no `%Z` in libaddressinput, the
 * address metadata that browsers use (github.com/google/libaddressinput, `cpp/src/region_data_constants.cc` at e20690c8,
 * June 2025).
 */
const WITHOUT: ReadonlySet<string> = new Set(
  (
    'AE AG AO AQ AW BF BI BJ BO BQ BS BV BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN LC LY ML ' +
    'MO MR MS MW NR NU PA PS QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TV UG VU WS YE ZW'
  ).split(' '),
)

export function usesPostcodes(country: string): boolean {
  return !WITHOUT.has(country)
}
