// An adapter of placement level as a subject.
#pragma once

#include <memory>
#include <optional>

#include "gate/protocol/adapter.hpp"
#include "properties/placement/placement.hpp"

namespace clockwise::gate {

class PlacementAdapter final : public PlacementSubject {
 public:
  explicit PlacementAdapter(std::shared_ptr<Adapter> adapter);

  const std::string& name() const override { return name_; }
  const Manners& manners() const override { return manners_; }
  Trace run(const PlacementCase& c) override;
  // Starts the program anew, for the first cases.
  std::optional<Trace> run_afresh(const PlacementCase& c) override;

 private:
  std::shared_ptr<Adapter> adapter_;
  std::string name_;
  Manners manners_;
  int fresh_left_ = 24;
};

// What a hello declares, for the properties of placement level.
Manners manners_of(const Hello& hello);

}  // namespace clockwise::gate
