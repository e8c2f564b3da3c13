-- Lists have held every variation so far, whatever the setting said; and no text was ever kept in another language.
alter table settings alter column list_child_products set default true;
update settings set list_child_products = true, additional_languages = '{}', version = version + 1, updated_at = now()
 where not list_child_products or additional_languages <> '{}';
