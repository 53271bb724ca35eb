-- A whole word, as it is or by its stem in any of the shop's languages.
create function search_word(languages text[], word text) returns tsquery language plpgsql stable as $$
declare
  code text;
  found tsquery := plainto_tsquery('simple', word);
begin
  foreach code in array languages loop
    found := found || plainto_tsquery(search_dictionary(code), word);
  end loop;
  return found;
end
$$;

-- As search_fold, but with accents.
create function search_fold_case(words text) returns text language sql immutable as $$
  select trim(regexp_replace(lower(words), '[[:punct:][:space:]]+', ' ', 'g'))
$$;

-- As before, and words that have accents also with them: thé is the vendor Maison Thé, not the English article.
create or replace function search_words(languages text[], title text, names text, details text, body text) returns tsvector
language plpgsql stable as $$
declare
  code text;
  language regconfig;
  words tsvector := setweight(to_tsvector('simple', search_fold_case(title)), 'A')
    || setweight(to_tsvector('simple', search_fold_case(names)), 'B');
begin
  foreach code in array array['simple'] || languages loop
    language := search_dictionary(code);
    words := words
      || setweight(to_tsvector(language, search_fold(title)), 'A')
      || setweight(to_tsvector(language, search_fold(names)), 'B')
      || setweight(to_tsvector(language, search_fold(details)), 'C')
      || setweight(to_tsvector(language, search_fold(body)), 'D');
  end loop;
  return words;
end
$$;

-- The words of a search, each with what it matches: beginnings of words (also joined to a neighbor: tea pot, teapot), and, in
-- `term`, stems too. A stem matches whole stems only: as a beginning, the German stem of linnen was that of Linnea. Stop words
-- match everything, unless there is nothing else in the search.
create function search_terms(languages text[], asked text)
returns table (place integer, word text, beginning tsquery, term tsquery)
language plpgsql stable as $$
declare
  code text;
  form text;
  stem tsquery;
  words text[] := array_remove(string_to_array(search_fold(asked), ' '), '');
  accented text[] := array_remove(string_to_array(search_fold_case(asked), ' '), '');
begin
  for at in 1 .. cardinality(words) loop
    place := at;
    word := words[at];
    beginning := to_tsquery('simple', search_beginning(word));
    term := beginning;
    foreach form in array array_remove(array[word, words[at - 1] || word, word || words[at + 1]], null) loop
      if form <> word then
        beginning := beginning || to_tsquery('simple', search_beginning(form));
        term := term || beginning;
      end if;
      foreach code in array languages loop
        stem := plainto_tsquery(search_dictionary(code), form);
        if form = word and numnode(stem) = 0 then term := null; end if;
        term := term || stem;
      end loop;
    end loop;
    if term is null and cardinality(accented) = cardinality(words) and accented[at] <> word then
      beginning := to_tsquery('simple', search_beginning(accented[at]));
      term := beginning;
    end if;
    if term is null and cardinality(words) = 1 then
      beginning := to_tsquery('simple', search_beginning(word) || 'ABC');
      term := beginning;
    end if;
    if term is not null then return next; end if;
  end loop;
end
$$;

-- Products match every word, or have a SKU or barcode that begins with all of it.
create or replace function search_query(languages text[], asked text) returns tsquery language plpgsql stable as $$
declare
  term tsquery;
  code text := lower(trim(asked));
  wanted tsquery := '';
begin
  for term in select terms.term from search_terms(languages, asked) as terms loop
    wanted := wanted && term;
  end loop;
  if code <> '' then wanted := wanted || search_beginning(code)::tsquery; end if;
  return wanted;
end
$$;

-- The better the words fit, the higher. Where all words are counts most (the title, then vendor, type and tags, then options and
-- SEO), next whether the title is or begins with the search, then how often they occur.
create function search_rank(words tsvector, title_key text, query tsquery, folded text) returns float8
language sql immutable as $$
  select case
      when ts_filter(words, '{a}') @@ query then 4
      when ts_filter(words, '{a,b}') @@ query then 3
      when ts_filter(words, '{a,b,c}') @@ query then 2
      else 1
    end
    + case when title_key = folded then 2 when starts_with(title_key, folded) then 1 else 0 end
    + round(ts_rank(words, query)::numeric, 4)::float8
$$;

update listings set words = words
  || setweight(to_tsvector('simple', search_fold_case(summary ->> 'title')), 'A')
  || setweight(to_tsvector('simple', search_fold_case(concat_ws(' ', vendor, type, array_to_string(tags, ' ')))), 'B')
where concat_ws(' ', summary ->> 'title', vendor, type, array_to_string(tags, ' ')) ~ '[^ -~]';

-- Values of options can be misspelled too.
insert into search_vocabulary (environment_id, word)
select distinct environment_id, word
from listings, unnest(option_terms) as term, unnest(string_to_array(search_fold(substr(term, strpos(term, ':') + 1)), ' ')) as word
where status = 'active' and length(word) between 3 and 50 and word !~ '[0-9]'
on conflict (environment_id, word) do nothing;
